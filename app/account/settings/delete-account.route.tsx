import { Form, Link, redirectDocument, useNavigation } from "react-router";
import { parseForm, refused, rejected } from "../forms/form-responses.server.ts";
import { limited } from "../member-action.server.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { mailOwner, mailParts } from "../mails/account-mails.ts";
import { siteContext } from "../../server/http/site.ts";
import { identitySessionContext, memberContext } from "../identity.ts";
import { withoutProductStyles } from "../../ui/styles/product-styles.tsx";
import { deleteAccountSchema } from "../forms/form-schemas.server.ts";
import type { Route } from "./+types/delete-account.route";
import { BackLink, PageTitle } from "../../ui/page-head.tsx";
import { type FormAnswer, FormProblems } from "../forms/form-errors.tsx";
import { Field } from "../../ui/field.tsx";

export async function action({ request, context }: Route.ActionArgs) {
  const { submission, rejection } = await parseForm(request, deleteAccountSchema);
  if (rejection) return rejection;
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
    text: "Your account and your photos were deleted. Thank you for using Photogem.",
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

interface DeleteAccountPageProps {
  email: string;
  supportEmail: string;
  answer: FormAnswer | undefined;
}

function DeleteAccountPage({ email, supportEmail, answer }: DeleteAccountPageProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <main id="main" className="mx-auto grid w-full max-w-narrow grid-cols-1 gap-6 px-gutter pt-6 pb-16">
      <PageTitle failed={Boolean(answer)}>Delete my account</PageTitle>
      <BackLink to="/settings">Settings</BackLink>
      <div className="mb-6 grid grid-cols-1 gap-2">
        <h1>Delete my account</h1>
        <p className="max-w-measure text-lg text-ink-2">This cannot be undone.</p>
      </div>
      <section className="grid grid-cols-1 gap-2">
        <h2>What we delete</h2>
        <ul className="grid list-disc grid-cols-1 gap-2 pl-[1.25em]">
          <li>Your profile and your sign-in, on every device</li>
          <li>All your photos and results, also at the photo host, and every link you shared</li>
          <li>Gems you have not used. Ask for your money back first, if you want it: write to {supportEmail}</li>
          <li>A payment still in progress: if it arrives later, we pay it back</li>
        </ul>
      </section>
      <section className="grid grid-cols-1 gap-2">
        <h2>What we keep</h2>
        <ul className="grid list-disc grid-cols-1 gap-2 pl-[1.25em]">
          <li>Gem and payment records, no longer linked to you</li>
          <li>A code made from your email address, so that the welcome gems are given once</li>
        </ul>
      </section>
      <Form className="grid grid-cols-1 gap-6" method="post" noValidate>
        <FormProblems answer={answer} title="Error deleting account" />
        <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
        <Field
          id="password"
          name="password"
          label="Your password"
          type="password"
          autoComplete="current-password"
          error={answer?.errors.password}
          reveal
        />
        <div className="flex flex-wrap items-center gap-3">
          <Link className="btn-lg btn-secondary" to="/settings">
            Keep my account
          </Link>{" "}
          <button type="submit" className="btn-lg btn-danger" aria-busy={busy}>
            {busy ? <span className="spin" aria-hidden="true" /> : null}
            {busy ? "Deleting…" : "Delete my account"}
          </button>
        </div>
      </Form>
    </main>
  );
}
