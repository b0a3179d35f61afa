import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { Icon } from "../../ui/icon.tsx";
import { cooldownMessage, ResendConfirmationForm } from "./resend-confirmation-form.tsx";
import { FormErrors } from "../forms/form-errors.tsx";
import { parseForm, refused } from "../forms/form-responses.server.ts";
import { emailSchema } from "../forms/form-schemas.server.ts";
import { type IdentityRefusal, identitySessionContext } from "../identity.ts";
import { OpenMailbox } from "../mails/captured-mail.tsx";
import { MessagePage } from "../frame/message-page.tsx";
import { redirectMembers } from "../sign-in/session-redirects.server.ts";
import { pendingEmailCookie, type PendingEmailCookie } from "./sign-up-cookies.server.ts";
import { mailLimited } from "../member-action.server.ts";
import { mailboxContext } from "../../server/mail/mailer.ts";
import { siteContext } from "../../server/http/site.ts";
import type { Route } from "./+types/verify-email.route";

export async function loader({ request, context }: Route.LoaderArgs) {
  await redirectMembers(context);
  const site = context.get(siteContext);
  const sent = await pendingEmailCookie("/verify-email", site).read(request);
  return {
    email: sent?.address ?? null,
    waitSeconds: sent?.waitSeconds ?? 0,
    keepsMail: context.get(mailboxContext) !== null,
    userAgent: request.headers.get("User-Agent") ?? "",
  };
}

/** Gives known, confirmed and unknown addresses the same response. */
export async function action({ request, context }: Route.ActionArgs) {
  const { submission, rejection } = await parseForm(request, emailSchema);
  if (rejection) return rejection;
  const { email } = submission.value;
  const cookie = pendingEmailCookie("/verify-email", context.get(siteContext));
  const tooSoon = justSent(await cookie.read(request), email);
  if (tooSoon) return refused(submission, tooSoon);
  const tooMany = await mailLimited(context, email);
  if (tooMany) return refused(submission, tooMany);
  const answer = await context.get(identitySessionContext).resendConfirmation(email);
  if (!answer.ok) return refused(submission, answer);
  context.get(flashContext).leave({
    kind: "success",
    title: "Check your email",
    text: "If this address is waiting to be confirmed, its link is on the way.",
  });
  return redirect("/verify-email", { status: 303, headers: { "Set-Cookie": await cookie.write(email) } });
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export default function VerifyEmail({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { email, waitSeconds, keepsMail, userAgent } = loaderData;
  return (
    <MessagePage
      title="Check Your Email"
      repeatsToast
      failed={Boolean(answer)}
      lede={
        <>
          We sent a verification link to {email ? <b>{email}</b> : "your email address"} to complete your registration.
        </>
      }
    >
      <FormErrors answer={answer} title="The link was not sent" />
      <div className="grid grid-cols-1 gap-4 panel">
        <p className="flex items-start gap-3">
          <Icon name="gem" />
          <span>
            Click the link to activate your account and claim <b>2 free gems</b>.
          </span>
        </p>
        <p className="flex items-start gap-3 text-ink-2">
          <Icon name="clock" />
          <span>
            Nothing after a few minutes? Check your spam folder, or <a href="/register">sign up again</a>.
          </span>
        </p>
      </div>
      <OpenMailbox email={answer?.values.email ?? email} keepsMail={keepsMail} userAgent={userAgent} />
      <ResendConfirmationForm
        email={answer?.errors.email ? null : (answer?.values.email ?? email)}
        typed={answer?.values.email}
        error={answer?.errors.email}
        waitSeconds={answer ? 0 : waitSeconds}
      />
      <p>
        <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href="/login">
          Back to Login
        </a>
      </p>
    </MessagePage>
  );
}

function justSent(sent: PendingEmailCookie | null, email: string): IdentityRefusal | null {
  if (!sent?.waitSeconds || sent.address.toLowerCase() !== email.toLowerCase()) return null;
  const message = `We just sent it. ${cooldownMessage(sent.waitSeconds)}`;
  return { ok: false, problem: "too-many-requests", message, retryAfterSeconds: sent.waitSeconds };
}
