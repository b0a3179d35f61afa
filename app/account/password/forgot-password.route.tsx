import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { ForgotPasswordForm } from "./forgot-password-form.tsx";
import { readForm, refused, rejected } from "../forms/form-responses.server.ts";
import { emailSchema } from "../forms/form-schemas.server.ts";
import { ResetLinkSent } from "./reset-link-sent.tsx";
import { pendingEmailCookie } from "../sign-up/pending-email-cookie.server.ts";
import { mailLimited } from "../limited.server.ts";
import { identitySessionContext } from "../identity.ts";
import { mailboxContext } from "../../server/mail/captured-mail.ts";
import { siteContext } from "../../server/http/site.ts";
import type { Route } from "./+types/forgot-password.route";

export async function loader({ request, context }: Route.LoaderArgs) {
  const site = context.get(siteContext);
  const sent = new URL(request.url).searchParams.has("sent");
  return {
    sentTo: sent ? ((await pendingEmailCookie("/forgot-password", site).read(request))?.address ?? null) : null,
    keepsMail: context.get(mailboxContext) !== null,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { form, unread } = await readForm(request);
  if (unread) return unread;
  const submission = parseWithZod(form, { schema: emailSchema });
  if (submission.status !== "success") return rejected(submission);
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

export default function ForgotPassword({ loaderData: { sentTo, keepsMail }, actionData }: Route.ComponentProps) {
  return sentTo ? <ResetLinkSent email={sentTo} keepsMail={keepsMail} /> : <ForgotPasswordForm answer={actionData} />;
}
