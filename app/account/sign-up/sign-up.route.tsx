import { parseWithZod } from "@conform-to/zod/v4";
import { redirect } from "react-router";
import type { PageHandle } from "../../document.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { safePath } from "../../server/http/safe-path.ts";
import { AuthScreen } from "../frame/auth-screen.tsx";
import { FormErrors } from "../forms/form-errors.tsx";
import { readForm, refused, rejected } from "../forms/form-responses.server.ts";
import { signUpSchema } from "../forms/form-schemas.server.ts";
import { isRobot } from "./honeypot.ts";
import { redirectMembers } from "../sign-in/redirect-members.server.ts";
import { pendingEmailCookie } from "./pending-email-cookie.server.ts";
import { signUpProof } from "./sign-up-proof.server.ts";
import { SignUpForm } from "./sign-up-form.tsx";
import { mailLimited } from "../limited.server.ts";
import { siteContext } from "../../server/http/site.ts";
import { identitySessionContext } from "../identity.ts";
import type { Route } from "./+types/sign-up.route";

export const handle: PageHandle = { frame: "bare" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const next = safePath(new URL(request.url).searchParams.get("next"), "");
  await redirectMembers(context, next);
  return { next, appUrl: context.get(siteContext).appUrl };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { form, unread } = await readForm(request);
  if (unread) return unread;
  const submission = parseWithZod(form, { schema: signUpSchema });
  if (submission.status !== "success") return rejected(submission);
  const { fullName, email, password } = submission.value;
  const tooMany = await mailLimited(context, email, { signingUp: true });
  if (tooMany) return refused(submission, tooMany);
  let createdId: string | null = null;
  if (!isRobot(form)) {
    const answer = await context.get(identitySessionContext).signUp({ fullName, email, password });
    if (!answer.ok) return refused(submission, answer);
    createdId = answer.createdId;
  }
  context.get(flashContext).leave({
    kind: "success",
    title: "Check your email",
    text: "We've sent you a confirmation link to complete your registration.",
  });
  const site = context.get(siteContext);
  const headers = new Headers({ "Set-Cookie": await pendingEmailCookie("/verify-email", site).write(email) });
  // Otherwise an older proof stays, since its link may still be opened.
  if (createdId !== null) headers.append("Set-Cookie", await signUpProof(site).remember(createdId));
  return redirect("/verify-email", { status: 303, headers });
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export default function SignUp({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { next, appUrl } = loaderData;
  const objectsToPassword = answer?.refusal?.problem === "weak-password";
  return (
    <AuthScreen
      appUrl={appUrl}
      mode="register"
      next={next}
      failed={Boolean(answer)}
      errors={<FormErrors answer={answer} title="Sign up failed" field={objectsToPassword ? "password" : undefined} />}
    >
      <SignUpForm answer={answer} next={next} />
    </AuthScreen>
  );
}
