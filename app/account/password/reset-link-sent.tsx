import { Icon } from "../../ui/icon.tsx";
import { LocalMailboxLink } from "../mails/local-mailbox-link.tsx";
import { MessagePage } from "../frame/message-page.tsx";

export function ResetLinkSent({ email, keepsMail }: { email: string; keepsMail: boolean }) {
  return (
    <MessagePage
      title="Check Your Email"
      lede={
        <>
          If there is an account for <b>{email}</b>, we've sent it a password reset link.
        </>
      }
    >
      <div className="panel stack">
        <p className="row nowrap top">
          <Icon name="clock" />
          <span>Nothing after a few minutes? Check your spam folder and that the address is right.</span>
        </p>
      </div>
      {keepsMail ? <LocalMailboxLink /> : null}
      <div className="row">
        <a className="btn btn-primary btn-lg" href="/login">
          Back to Login
        </a>
        <a className="btn btn-secondary btn-lg" href="/forgot-password">
          Try Another Email
        </a>
      </div>
      <p>
        <a className="link-tap" href="/">
          Back to Home
        </a>
      </p>
    </MessagePage>
  );
}
