import { Field } from "../../ui/field.tsx";
import type { FormAnswer } from "../forms/form-answer.ts";
import { FormErrors, FormError } from "../forms/form-errors.tsx";
import { newPasswordProblems } from "./new-password-problems.ts";
import { MessagePage } from "../frame/message-page.tsx";

export function NewPasswordForm({ answer }: { answer: FormAnswer | undefined }) {
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
        <button className="btn btn-lg w-full btn-primary">Reset Password</button>
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
