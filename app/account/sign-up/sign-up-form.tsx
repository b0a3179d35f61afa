import { Field } from "../../ui/field.tsx";
import type { FormAnswer } from "../forms/form-answer.ts";
import { honeypotField } from "./honeypot.ts";
import { withNext } from "../sign-in/with-next.ts";

export function SignUpForm({ answer, next }: { answer: FormAnswer | undefined; next: string }) {
  const { values = {}, errors = {} } = answer ?? {};
  return (
    <form className="grid grid-cols-1 gap-6" method="post" action={withNext("/register", next)} noValidate>
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
      <div className="hidden" aria-hidden="true">
        <label htmlFor={honeypotField}>Leave this empty</label>
        <input id={honeypotField} name={honeypotField} tabIndex={-1} autoComplete="off" />
      </div>
      <button className="btn btn-lg w-full btn-primary">Create account</button>
    </form>
  );
}
