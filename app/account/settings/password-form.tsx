import type { FormEvent, RefObject } from "react";
import type { FetcherWithComponents } from "react-router";
import { type FormAnswer, FormProblems } from "../forms/form-errors.tsx";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { SaveButton } from "./settings-form.tsx";

interface PasswordFormProps {
  fetcher: FetcherWithComponents<FormAnswer | ConnectionLost>;
  form: RefObject<HTMLFormElement | null>;
  saving: boolean;
  answer: FormAnswer | undefined;
  /** For password managers. */
  email: string;
}

export function PasswordForm({ fetcher, form, saving, answer, email }: PasswordFormProps) {
  const onceAtATime = (event: FormEvent) => saving && event.preventDefault();
  return (
    <fetcher.Form
      ref={form}
      className="grid grid-cols-1 gap-6"
      method="post"
      action="/settings/password"
      onSubmit={onceAtATime}
      preventScrollReset
      noValidate
    >
      <FormProblems answer={answer} title="Error updating password" />
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      <Field
        id="currentPassword"
        name="currentPassword"
        label="Current Password"
        type="password"
        autoComplete="current-password"
        error={answer?.errors.currentPassword}
        hint={
          <>
            Forgotten, or none yet? <a href="/forgot-password">Choose a new one by email</a>
          </>
        }
      />
      <Field
        id="password"
        name="password"
        label="New Password"
        type="password"
        autoComplete="new-password"
        error={answer?.errors.password}
      />
      <Field
        id="confirmPassword"
        name="confirmPassword"
        label="Confirm Password"
        type="password"
        autoComplete="new-password"
        error={answer?.errors.confirmPassword}
      />
      <div className="flex flex-wrap items-center gap-3">
        <SaveButton busy={fetcher.state !== "idle"} busyLabel="Updating..." unavailable={saving}>
          Update Password
        </SaveButton>
        <button
          className="btn-quiet no-js:hidden"
          type="button"
          aria-pressed="false"
          data-reveal="currentPassword password confirmPassword"
        >
          <Icon name="eye" />
          Show passwords
        </button>
      </div>
    </fetcher.Form>
  );
}
