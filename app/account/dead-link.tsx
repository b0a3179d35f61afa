import { NoticePage } from "./notice-page.tsx";

/** A mail's link that was used, ran out, was replaced by a newer one or was cut off, and the ways on from there. */
export function DeadLink({ type }: { type: "email" | "recovery" | null }) {
  const again = type === "recovery" ? newPasswordAgain : confirmAgain;
  return (
    <NoticePage
      failed
      title="This link does not work"
      lede={`It was used already, has expired, or was replaced by a newer mail. ${again.advice}`}
    >
      <div className="row">
        <a className="btn btn-primary btn-lg" href="/login">
          Back to Login
        </a>
        <a className="btn btn-secondary btn-lg" href={again.path}>
          {again.label}
        </a>
      </div>
    </NoticePage>
  );
}

const newPasswordAgain = {
  path: "/forgot-password",
  label: "Request New Link",
  advice: "Request a new one to choose your password.",
} as const;

const confirmAgain = {
  path: "/verify-email",
  label: "Send a new link",
  advice: "If your address is confirmed already, just sign in.",
} as const;
