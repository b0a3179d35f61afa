import { useCallback, useEffect, useState, type FormEvent, type RefObject } from "react";
import type { FetcherWithComponents } from "react-router";
import type { FormAnswer } from "../forms/form-answer.ts";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";
import { Field } from "../../ui/field.tsx";
import { Icon } from "../../ui/icon.tsx";
import { FormProblems } from "../forms/form-errors.tsx";
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
  const { filled, look: update } = useFilled(form);
  const onceAtATime = (event: FormEvent) => saving && event.preventDefault();
  return (
    <fetcher.Form
      ref={form}
      className="grid grid-cols-1 gap-6"
      method="post"
      action="/settings/password"
      onInput={update}
      // A successful change clears the fields (docs/product/specification.md, "Messages").
      onReset={() => setTimeout(update)}
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
        <SaveButton busy={fetcher.state !== "idle"} busyLabel="Updating..." unavailable={saving || !filled}>
          Update Password
        </SaveButton>
        <button
          className="btn script-only btn-quiet"
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

/** Enabled in the server's HTML; the script disables it until all fields have values. */
function useFilled(form: RefObject<HTMLFormElement | null>) {
  const [filled, setFilled] = useState(true);
  const update = useCallback(() => {
    const inputs =
      form.current?.querySelectorAll<HTMLInputElement>("input[type=password], input[autocomplete$=password]") ?? [];
    // oxlint-disable-next-line react/set-state-in-effect -- what was typed before the scripts came stands in the DOM only
    setFilled([...inputs].every((input) => input.value));
  }, [form]);
  useEffect(update, [update]);
  return { filled, look: update };
}
