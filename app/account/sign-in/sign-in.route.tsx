import { redirect } from "react-router";
import type { PageHandle } from "../../document.ts";
import { safePath, withNext } from "../../server/http/next-path.ts";
import { AuthScreen } from "../frame/auth-screen.tsx";
import { type FormAnswer, FormErrors } from "../forms/form-errors.tsx";
import { parseForm, refused } from "../forms/form-responses.server.ts";
import { signInSchema } from "../forms/form-schemas.server.ts";
import { redirectMembers } from "./session-redirects.server.ts";
import { ResendConfirmationForm } from "../sign-up/resend-confirmation-form.tsx";
import { limited, signInSubjects } from "../member-action.server.ts";
import { mailOwner, mailParts } from "../mails/account-mails.ts";
import { deviceName, knownDevices } from "./known-devices.server.ts";
import { siteContext } from "../../server/http/site.ts";
import { identitySessionContext } from "../identity.ts";
import { rateLimiterContext } from "../../server/http/limits/limits.ts";
import type { Route } from "./+types/sign-in.route";
import { Field } from "../../ui/field.tsx";

export const handle: PageHandle = { frame: "bare" };

export async function loader({ request, context }: Route.LoaderArgs) {
  const next = safePath(new URL(request.url).searchParams.get("next"), "");
  await redirectMembers(context, next);
  return { next, appUrl: context.get(siteContext).appUrl };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { submission, rejection } = await parseForm(request, signInSchema);
  if (rejection) return rejection;
  const { email } = submission.value;
  const site = context.get(siteContext);
  const devices = knownDevices(site);
  const knownDevice = await devices.find(request, email);
  const subjects = signInSubjects(context, email, knownDevice);
  const tooMany = await limited(context, subjects);
  if (tooMany) return refused(submission, tooMany);
  const answer = await context.get(identitySessionContext).signIn(submission.value);
  if (!answer.ok) return refused(submission, answer);
  await context.get(rateLimiterContext).giveBack(subjects);
  if (!knownDevice) {
    const device = deviceName(request.headers.get("User-Agent") ?? "");
    mailOwner(mailParts(context), { kind: "new-device", to: email, device, at: new Date() });
  }
  return redirect(safePath(new URL(request.url).searchParams.get("next"), "/dashboard"), {
    status: 303,
    headers: { "Set-Cookie": await devices.remember(request, email) },
  });
}

export const headers = ({ actionHeaders }: Route.HeadersArgs) => actionHeaders;

export default function SignIn({ loaderData, actionData: answer }: Route.ComponentProps) {
  const { next, appUrl } = loaderData;
  const unconfirmed = answer?.refusal?.problem === "email-not-confirmed" ? answer.values.email : undefined;
  return (
    <AuthScreen
      appUrl={appUrl}
      mode="login"
      next={next}
      failed={Boolean(answer)}
      errors={
        <FormErrors answer={answer} title="Sign in failed">
          {unconfirmed ? <ResendConfirmationForm email={unconfirmed} /> : null}
        </FormErrors>
      }
    >
      <SignInForm answer={answer} next={next} />
    </AuthScreen>
  );
}

function SignInForm({ answer, next }: { answer: FormAnswer | undefined; next: string }) {
  const { values = {}, errors = {} } = answer ?? {};
  return (
    <form className="grid grid-cols-1 gap-6" method="post" action={withNext("/login", next)} noValidate>
      <Field
        id="email"
        name="email"
        label="Email"
        type="email"
        autoComplete="username"
        required
        defaultValue={values.email}
        error={errors.email}
      />
      <div className="grid grid-cols-1 gap-2">
        <Field
          id="password"
          name="password"
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          reveal
          error={errors.password}
        />
        <p>
          <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href="/forgot-password">
            Forgot password?
          </a>
        </p>
      </div>
      <button type="submit" className="btn-lg w-full btn-primary">
        Login
      </button>
    </form>
  );
}
