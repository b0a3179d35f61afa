import { Field } from "../../ui/field.tsx";
import type { FormAnswer } from "../forms/form-answer.ts";
import { withNext } from "./with-next.ts";

export function SignInForm({ answer, next }: { answer: FormAnswer | undefined; next: string }) {
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
      <button className="btn btn-lg w-full btn-primary">Login</button>
    </form>
  );
}
