import { MessagePage } from "../frame/message-page.tsx";
import { passwordReset } from "./password-reset.ts";

export function PasswordResetComplete() {
  return (
    <MessagePage title="Password Reset Complete" lede={passwordReset.text}>
      {/* Specified: to the login page after 3 seconds. */}
      <meta httpEquiv="refresh" content="3;url=/login" />
      <a className="btn btn-lg btn-primary" href="/login">
        Go to Login
      </a>
    </MessagePage>
  );
}
