import { parseWithZod } from "@conform-to/zod/v4";
import { redirectDocument } from "react-router";
import { readForm, refused, rejected } from "../forms/form-responses.server.ts";
import { limited } from "../limited.server.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { withoutProductStyles } from "../../ui/styles/stylesheet-cookie.ts";
import { DeleteAccountPage } from "./delete-account-page.tsx";
import { mailOwner, mailParts } from "../mails/mail-owner.ts";
import { deleteAccountSchema } from "./form-schemas.server.ts";
import { siteContext } from "../../server/http/site.ts";
import { identitySessionContext, memberContext } from "../identity.ts";
import type { Route } from "./+types/delete-account.route";

export async function action({ request, context }: Route.ActionArgs) {
  const { form, unread } = await readForm(request);
  if (unread) return unread;
  const submission = parseWithZod(form, { schema: deleteAccountSchema });
  if (submission.status !== "success") return rejected(submission);
  const member = context.get(memberContext);
  const tooMany = await limited(context, { passwordByMember: member.id });
  if (tooMany) return refused(submission, tooMany);
  const answer = await context.get(identitySessionContext).deleteAccount(submission.value.password);
  if (!answer.ok) {
    return answer.problem === "invalid-credentials"
      ? rejected(submission, { password: ["This is not your password."] })
      : refused(submission, answer);
  }
  mailOwner(mailParts(context), { kind: "account-deleted", to: member.email });
  context.get(flashContext).leave({
    kind: "success",
    title: "Account deleted",
    text: "Your account and your photos are gone. Thank you for using Photogem.",
  });
  return redirectDocument("/", {
    status: 303,
    headers: { "Clear-Site-Data": '"cache"', "Set-Cookie": withoutProductStyles },
  });
}

export function loader({ context }: Route.LoaderArgs) {
  return { email: context.get(memberContext).email, supportEmail: context.get(siteContext).supportEmail };
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export default function DeleteAccount({ loaderData, actionData }: Route.ComponentProps) {
  return <DeleteAccountPage {...loaderData} answer={actionData} />;
}
