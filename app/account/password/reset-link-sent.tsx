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
      <div className="grid grid-cols-1 gap-4 panel">
        <p className="flex items-start gap-3">
          <Icon name="clock" />
          <span>Nothing after a few minutes? Check your spam folder and that the address is right.</span>
        </p>
      </div>
      {keepsMail ? <LocalMailboxLink /> : null}
      <div className="flex flex-wrap items-center gap-3">
        <a className="btn btn-lg btn-primary" href="/login">
          Back to Login
        </a>
        <a className="btn btn-lg btn-secondary" href="/forgot-password">
          Try Another Email
        </a>
      </div>
      <p>
        <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href="/">
          Back to Home
        </a>
      </p>
    </MessagePage>
  );
}
