import { type FetcherWithComponents, Link, useFetcher } from "react-router";
import type { FormEvent, RefObject } from "react";
import { type FormAnswer, FormProblems } from "../forms/form-errors.tsx";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";
import { PageTitle } from "../../ui/page-head.tsx";
import { PasswordForm } from "./password-form.tsx";
import { SaveButton, useFormAnswer } from "./settings-form.tsx";
import { Field } from "../../ui/field.tsx";
import { originalDays } from "../../photos/retention/limits.ts";
import { Icon } from "../../ui/icon.tsx";

interface ProfileTabProps {
  email: string;
  displayName: string;
  keepsOriginals: boolean;
  profileAnswer?: FormAnswer | ConnectionLost | undefined;
  passwordAnswer?: FormAnswer | ConnectionLost | undefined;
}

const settingRow =
  "grid grid-cols-1 gap-5 border-b py-8 last:border-0 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-12 [&_.field]:max-w-[32rem] [&>*]:content-start";

/** Both forms share one saving flag (docs/product/specification.md, "States"). */
export function ProfileTab({ email, displayName, keepsOriginals, profileAnswer, passwordAnswer }: ProfileTabProps) {
  const profileFetcher = useFetcher<FormAnswer | ConnectionLost>();
  const passwordFetcher = useFetcher<FormAnswer | ConnectionLost>();
  const profile = { fetcher: profileFetcher, ...useFormAnswer(profileFetcher, profileAnswer) };
  const password = { fetcher: passwordFetcher, ...useFormAnswer(passwordFetcher, passwordAnswer) };
  const saving = profileFetcher.state !== "idle" || passwordFetcher.state !== "idle";
  return (
    <>
      <PageTitle failed={Boolean(profile.answer ?? password.answer)}>Settings</PageTitle>
      <section className={settingRow}>
        <div className="grid grid-cols-1 gap-2">
          <h2>Profile</h2>
          <p className="text-sm text-ink-2">Your name is shown only to you.</p>
        </div>
        <ProfileForm {...profile} saving={saving} email={email} displayName={displayName} />
      </section>
      <section className={settingRow}>
        <div className="grid grid-cols-1 gap-2">
          <h2>Change Password</h2>
          <p className="text-sm text-ink-2">At least 6 characters. We recommend 12 or more.</p>
        </div>
        <PasswordForm {...password} saving={saving} email={email} />
      </section>
      <Devices />
      <OriginalsForm keepsOriginals={keepsOriginals} />
      <YourData />
    </>
  );
}

interface ProfileFormProps {
  fetcher: FetcherWithComponents<FormAnswer | ConnectionLost>;
  form: RefObject<HTMLFormElement | null>;
  saving: boolean;
  answer: FormAnswer | undefined;
  email: string;
  displayName: string;
}

function ProfileForm({ fetcher, form, saving, answer, email, displayName }: ProfileFormProps) {
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

function Devices() {
  return (
    <section className={settingRow}>
      <div className="grid grid-cols-1 gap-2">
        <h2>Your devices</h2>
        <p className="text-sm text-ink-2">Lost a phone, or signed in on a shared computer?</p>
      </div>
      {/* A document submit, because the next page is the landing page. */}
      <form method="post" action="/logout">
        <input type="hidden" name="everywhere" value="yes" />
        <button type="submit" className="btn-secondary">
          Sign out everywhere
        </button>
        <p className="mt-2 text-sm text-ink-2">Every device has to sign in again, this one too.</p>
      </form>
    </section>
  );
}

function OriginalsForm({ keepsOriginals }: { keepsOriginals: boolean }) {
  const { Form, data, state } = useFetcher<ConnectionLost>();
  const busy = state !== "idle";
  return (
    <section className={settingRow} id="originals">
      <div className="grid grid-cols-1 gap-2">
        <h2>Your originals</h2>
        <p className="text-sm text-ink-2">
          {`We delete uploaded photos ${originalDays} days after you last used them. Your results stay.`}
        </p>
      </div>
      <Form
        className="grid grid-cols-1 gap-6"
        method="post"
        action="/settings/originals"
        onSubmit={(event) => busy && event.preventDefault()}
        preventScrollReset
      >
        <fieldset key={String(keepsOriginals)} className="grid grid-cols-1 gap-2">
          <legend className="mb-2 text-sm font-strong">Keep my originals</legend>
          <label className="check-row">
            <input type="radio" name="keep" value="yes" defaultChecked={keepsOriginals} />
            Yes, until I delete them
          </label>
          <label className="check-row">
            <input type="radio" name="keep" value="no" defaultChecked={!keepsOriginals} />
            {`No, delete them after ${originalDays} days`}
          </label>
        </fieldset>
        {data?.lost && !busy ? (
          <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" role="alert">
            {data.lost}
          </p>
        ) : null}
        <div>
          <SaveButton busy={busy} busyLabel="Saving..." unavailable={busy}>
            Save Choice
          </SaveButton>
        </div>
      </Form>
    </section>
  );
}

function YourData() {
  return (
    <section className={settingRow}>
      <div className="grid grid-cols-1 gap-2">
        <h2>Your data</h2>
        <p className="text-sm text-ink-2">
          One file with everything: profile, history, photos, shared links, presets and email choices.
        </p>
      </div>
      <div className="flex flex-wrap items-center gap-3">
        {/* A document submit, so that the browser shows the download. */}
        <form method="post" action="/settings/export">
          <input type="hidden" name="data" value="all" />
          <button type="submit" className="btn-secondary">
            <Icon name="download" />
            Download my data
          </button>
        </form>
        <Link className="btn-secondary" to="/shares">
          Shared links
        </Link>{" "}
        <Link className="btn-secondary" to="/presets">
          Presets
        </Link>{" "}
        <Link className="btn-secondary" to="/settings/notices">
          Notices
        </Link>{" "}
        <Link className="btn-quiet btn-danger-quiet" to="/settings/delete-account">
          Delete my account
        </Link>
      </div>
    </section>
  );
}
