import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { chooseNewPassword } from "./choose-new-password.server.ts";
import { readForm, refused, rejected } from "../forms/form-responses.server.ts";
import { newPasswordSchema } from "../forms/form-schemas.server.ts";
import { InvalidResetLink } from "./invalid-reset-link.tsx";
import { limited } from "../limited.server.ts";
import { mailOwner, mailParts } from "../mails/mail-owner.ts";
import { NewPasswordForm } from "./new-password-form.tsx";
import { PasswordResetComplete } from "./password-reset-complete.tsx";
import { passwordReset } from "./password-reset.ts";
import { identitySessionContext } from "../identity.ts";
import type { Route } from "./+types/reset-password.route";

const donePath = "/reset-password?done";

export async function loader({ request, context }: Route.LoaderArgs) {
  if (new URL(request.url).searchParams.has("done")) return { state: "done" } as const;
  const member = await context.get(identitySessionContext).mailProvenMember();
  return { state: member ? "form" : "no-session" } as const;
}

export async function action({ request, context }: Route.ActionArgs) {
  const session = context.get(identitySessionContext);
  // Without the session, the page shows that the link is used up.
  const member = await session.mailProvenMember();
  if (!member) return redirect("/reset-password", 303);
  const { form, unread } = await readForm(request);
  if (unread) return unread;
  const submission = parseWithZod(form, { schema: newPasswordSchema });
  if (submission.status !== "success") return rejected(submission);
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
