import { MessagePage } from "../frame/message-page.tsx";

export function InvalidResetLink() {
  return (
    <MessagePage
      title="Invalid Reset Link"
      lede={
        <>
          <b>Invalid or expired link</b>. Please request a new password reset link.
        </>
      }
    >
      <div className="flex flex-wrap items-center gap-3">
        <a className="btn btn-lg btn-primary" href="/forgot-password">
          Request New Link
        </a>
        <a className="btn btn-lg btn-secondary" href="/login">
          Back to Login
        </a>
      </div>
    </MessagePage>
  );
}
