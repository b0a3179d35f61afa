import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { chooseNewPassword } from "./new-password.server.ts";
import { parseForm, refused } from "../forms/form-responses.server.ts";
import { newPasswordSchema } from "../forms/form-schemas.server.ts";
import { limited } from "../member-action.server.ts";
import { mailOwner, mailParts } from "../mails/account-mails.ts";
import { identitySessionContext } from "../identity.ts";
import type { Route } from "./+types/reset-password.route";
import { Field } from "../../ui/field.tsx";
import { type FormAnswer, FormError, FormErrors } from "../forms/form-errors.tsx";
import { newPasswordProblems } from "../identity-messages.ts";
import { MessagePage } from "../frame/message-page.tsx";

const donePath = "/reset-password?done";

export async function loader({ request, context }: Route.LoaderArgs) {
  if (new URL(request.url).searchParams.has("done")) return { state: "done" } as const;
  const member = await context.get(identitySessionContext).mailProvenMember();
  return { state: member ? "form" : "no-session" } as const;
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = context.get(identitySessionContext);
  // Without a proven session, the page says that the link is used up.
  const member = await session.mailProvenMember();
  if (!member) return redirect("/reset-password", 303);
  const { submission, rejection } = await parseForm(request, newPasswordSchema);
  if (rejection) return rejection;
  const tooMany = await limited(context, { passwordByMember: member.id });
  if (tooMany) return refused(submission, tooMany);
  const answer = await chooseNewPassword(session, submission.value.password);
  if (!answer.ok) return refused(submission, answer);
  mailOwner(mailParts(context), { kind: "password-changed", to: member.email });
  context.get(flashContext).leave({ kind: "success", ...passwordReset });
  return redirect(donePath, 303);
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export default function ResetPassword({ loaderData: { state }, actionData }: Route.ComponentProps) {
  if (state === "done") return <PasswordResetComplete />;
  return state === "form" ? <NewPasswordForm answer={actionData} /> : <InvalidResetLink />;
}

function NewPasswordForm({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <MessagePage title="Choose a new password" lede="You will sign in with it from now on." failed={Boolean(answer)}>
      <Problem answer={answer} />
      <form className="grid grid-cols-1 gap-6" method="post" action="/reset-password" noValidate>
        <Field
          id="password"
          name="password"
          label="New Password"
          type="password"
          autoComplete="new-password"
          required
          reveal
          hint="Password must be at least 6 characters. We recommend 12 or more."
          error={answer?.errors.password}
        />
        <Field
          id="confirmPassword"
          name="confirmPassword"
          label="Confirm New Password"
          type="password"
          autoComplete="new-password"
          required
          reveal
          error={answer?.errors.confirmPassword}
        />
        <button type="submit" className="btn-lg w-full btn-primary">
          Reset Password
        </button>
      </form>
    </MessagePage>
  );
}

/** The specification titles two of the password errors. */
function Problem({ answer }: { answer: FormAnswer | undefined }) {
  for (const [field, message] of Object.entries(answer?.errors ?? {})) {
    const named = newPasswordProblems.find(({ text }) => text === message);
    if (named) return <FormError title={named.title} message={named.text} field={field} />;
  }
  return <FormErrors answer={answer} title="Error" field="password" />;
}

function InvalidResetLink() {
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
        <a className="btn-lg btn-primary" href="/forgot-password">
          Request New Link
        </a>{" "}
        <a className="btn-lg btn-secondary" href="/login">
          Back to Login
        </a>
      </div>
    </MessagePage>
  );
}

function PasswordResetComplete() {
  return (
    <MessagePage title="Password Reset Complete" lede={passwordReset.text}>
      {/* The specification redirects to the login page after 3 seconds. */}
      <meta httpEquiv="refresh" content="3;url=/login" />
      <a className="btn-lg btn-primary" href="/login">
        Go to Login
      </a>
    </MessagePage>
  );
}

const passwordReset = {
  title: "Password reset successful",
  text: "Your password has been updated. You can now sign in with your new password.",
} as const;
