import { redirect } from "react-router";
import type { PageHandle } from "../../document.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { safePath, withNext } from "../../server/http/next-path.ts";
import { AuthScreen } from "../frame/auth-screen.tsx";
import { type FormAnswer, FormErrors } from "../forms/form-errors.tsx";
import { parseForm, refused } from "../forms/form-responses.server.ts";
import { signUpSchema } from "../forms/form-schemas.server.ts";
import { redirectMembers } from "../sign-in/session-redirects.server.ts";
import { pendingEmailCookie, signUpProof } from "./sign-up-cookies.server.ts";
import { mailLimited } from "../member-action.server.ts";
import { siteContext } from "../../server/http/site.ts";
import { tryoutsContext } from "./tryouts.ts";
import { identitySessionContext } from "../identity.ts";
import type { Route } from "./+types/sign-up.route";
import { Field, HoneypotField, isRobot } from "../../ui/field.tsx";

export const handle: PageHandle = { frame: "bare" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const next = safePath(new URL(request.url).searchParams.get("next"), "");
  await redirectMembers(context, next);
  const { appUrl, adultsOnly } = context.get(siteContext);
  return { next, appUrl, adultsOnly };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { form, submission, rejection } = await parseForm(request, signUpSchema);
  if (rejection) return rejection;
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
  // Without a new account, an older proof stays, since its link may still be opened.
  if (createdId !== null) {
    headers.append("Set-Cookie", await signUpProof(site).remember(createdId));
    await context.get(tryoutsContext).claim(request, createdId);
  }
  return redirect("/verify-email", { status: 303, headers });
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export default function SignUp({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { next, appUrl, adultsOnly } = loaderData;
  const objectsToPassword = answer?.refusal?.problem === "weak-password";
  return (
    <AuthScreen
      appUrl={appUrl}
      mode="register"
      adultsOnly={adultsOnly}
      next={next}
      failed={Boolean(answer)}
      errors={<FormErrors answer={answer} title="Sign up failed" field={objectsToPassword ? "password" : undefined} />}
    >
      <SignUpForm answer={answer} next={next} />
    </AuthScreen>
  );
}

function SignUpForm({ answer, next }: { answer: FormAnswer | undefined; next: string }) {
  const { values = {}, errors = {} } = answer ?? {};
  return (
    <form className="grid grid-cols-1 gap-4 md:gap-6" method="post" action={withNext("/register", next)} noValidate>
      <Field
        id="fullName"
        name="fullName"
        label="Full Name"
        autoComplete="name"
        required
        defaultValue={values.fullName}
        error={errors.fullName}
      />
      <Field
        id="email"
        name="email"
        label="Email"
        type="email"
        autoComplete="email"
        required
        defaultValue={values.email}
        error={errors.email}
      />
      <Field
        id="password"
        name="password"
        label="Password"
        type="password"
        autoComplete="new-password"
        required
        reveal
        hint="At least 6 characters. We recommend 12 or more."
        error={errors.password}
      />
      <Field
        id="confirmPassword"
        name="confirmPassword"
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        required
        reveal
        error={errors.confirmPassword}
      />
      <HoneypotField />
      <button type="submit" className="btn-lg w-full btn-primary">
        Create account
      </button>
    </form>
  );
}
