import type { FormEvent, RefObject } from "react";
import type { FetcherWithComponents } from "react-router";
import type { FormAnswer } from "../forms/form-answer.ts";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";
import { Field } from "../../ui/field.tsx";
import { FormProblems } from "../forms/form-errors.tsx";
import { SaveButton } from "./save-button.tsx";

interface ProfileFormProps {
  fetcher: FetcherWithComponents<FormAnswer | ConnectionLost>;
  form: RefObject<HTMLFormElement | null>;
  saving: boolean;
  answer: FormAnswer | undefined;
  email: string;
  displayName: string;
}

export function ProfileForm({ fetcher, form, saving, answer, email, displayName }: ProfileFormProps) {
  const onceAtATime = (event: FormEvent) => saving && event.preventDefault();
  return (
    <fetcher.Form
      ref={form}
      className="grid grid-cols-1 gap-6"
      method="post"
      action="/settings/profile"
      onSubmit={onceAtATime}
      preventScrollReset
      noValidate
    >
      <FormProblems answer={answer} title="Error updating profile" />
      <Field
        id="email"
        label="Email"
        type="email"
        autoComplete="email"
        readOnly
        value={email}
        hint="Email cannot be changed"
      />
      <Field
        id="displayName"
        name="displayName"
        label="Display Name"
        autoComplete="name"
        defaultValue={answer?.values.displayName ?? displayName}
        error={answer?.errors.displayName}
      />
      <div>
        <SaveButton busy={fetcher.state !== "idle"} busyLabel="Saving..." unavailable={saving}>
          Save Profile
        </SaveButton>
      </div>
    </fetcher.Form>
  );
}
