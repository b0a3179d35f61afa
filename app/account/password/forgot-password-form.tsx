import { Field } from "../../ui/field.tsx";
import type { FormAnswer } from "../forms/form-answer.ts";
import { FormErrors } from "../forms/form-errors.tsx";
import { MessagePage } from "../frame/message-page.tsx";

export function ForgotPasswordForm({ answer }: { answer: FormAnswer | undefined }) {
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
        <button className="btn btn-lg w-full btn-primary">Send Reset Link</button>
      </form>
      <p className="flex flex-wrap items-center gap-3">
        <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href="/login">
          Back to Login
        </a>
        <a className="inline-flex min-h-tap min-w-tap items-center font-medium" href="/">
          Back to Home
        </a>
      </p>
    </MessagePage>
  );
}
