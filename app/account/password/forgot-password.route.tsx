import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { parseForm, refused } from "../forms/form-responses.server.ts";
import { emailSchema } from "../forms/form-schemas.server.ts";
import { pendingEmailCookie } from "../sign-up/sign-up-cookies.server.ts";
import { mailLimited } from "../member-action.server.ts";
import { identitySessionContext } from "../identity.ts";
import { mailboxContext } from "../../server/mail/mailer.ts";
import { siteContext } from "../../server/http/site.ts";
import type { Route } from "./+types/forgot-password.route";
import { Field } from "../../ui/field.tsx";
import type { FormAnswer } from "../forms/form-errors.tsx";
import { FormErrors } from "../forms/form-errors.tsx";
import { MessagePage } from "../frame/message-page.tsx";
import { Icon } from "../../ui/icon.tsx";
import { OpenMailbox } from "../mails/captured-mail.tsx";

export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const sent = new URL(request.url).searchParams.has("sent");
  return {
    sentTo: sent ? ((await pendingEmailCookie("/forgot-password", site).read(request))?.address ?? null) : null,
    keepsMail: context.get(mailboxContext) !== null,
    userAgent: request.headers.get("User-Agent") ?? "",
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { submission, rejection } = await parseForm(request, emailSchema);
  if (rejection) return rejection;
  const { email } = submission.value;
  const tooMany = await mailLimited(context, email);
  if (tooMany) return refused(submission, tooMany);
  const answer = await context.get(identitySessionContext).requestPasswordReset(email);
  if (!answer.ok) return refused(submission, answer);
  context.get(flashContext).leave({
    kind: "success",
    title: "Check your email",
    text: "We've sent you a password reset link.",
  });
  const pendingAddress = await pendingEmailCookie("/forgot-password", context.get(siteContext)).write(email);
  return redirect("/forgot-password?sent", { status: 303, headers: { "Set-Cookie": pendingAddress } });
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export default function ForgotPassword({ loaderData, actionData }: Route.ComponentProps) {
  const { sentTo, ...mailbox } = loaderData;
  return sentTo ? <ResetLinkSent email={sentTo} {...mailbox} /> : <ForgotPasswordForm answer={actionData} />;
}

function ForgotPasswordForm({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <MessagePage
      title="Forgot password?"
      lede="Enter the email address of your account and we will send you a link to choose a new password."
      failed={Boolean(answer)}
    >
      <FormErrors answer={answer} title="Error" />
      <form className="grid grid-cols-1 gap-6" method="post" action="/forgot-password" noValidate>
        <Field
          id="email"
          name="email"
          label="Email"
          type="email"
          autoComplete="username"
          required
          defaultValue={answer?.values.email}
          error={answer?.errors.email}
        />
        <button type="submit" className="btn-lg w-full btn-primary">
          Send Reset Link
        </button>
      </form>
      <p className="flex flex-wrap items-center gap-3">
        <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href="/login">
          Back to Login
        </a>{" "}
        <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href="/">
          Back to Home
        </a>
      </p>
    </MessagePage>
  );
}

interface ResetLinkSentProps {
  email: string;
  keepsMail: boolean;
  userAgent: string;
}

function ResetLinkSent({ email, keepsMail, userAgent }: ResetLinkSentProps) {
  return (
    <MessagePage
      title="Check Your Email"
      repeatsToast
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
      <OpenMailbox email={email} keepsMail={keepsMail} userAgent={userAgent} />
      <a className="btn-secondary" href="/forgot-password">
        Try Another Email
      </a>
      <p className="flex flex-wrap items-center gap-3">
        <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href="/login">
          Back to Login
        </a>{" "}
        <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href="/">
          Back to Home
        </a>
      </p>
    </MessagePage>
  );
}
