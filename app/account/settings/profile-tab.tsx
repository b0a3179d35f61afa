import { useFetcher } from "react-router";
import type { FormAnswer } from "../forms/form-answer.ts";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";
import { PageTitle } from "../../ui/page-title.tsx";
import { OriginalsForm } from "./originals-form.tsx";
import { PasswordForm } from "./password-form.tsx";
import { ProfileForm } from "./profile-form.tsx";
import { YourData } from "./your-data.tsx";
import { useFormAnswer } from "./use-form-answer.ts";

interface ProfileTabProps {
  email: string;
  displayName: string;
  keepsOriginals: boolean;
  profileAnswer?: FormAnswer | ConnectionLost | undefined;
  passwordAnswer?: FormAnswer | ConnectionLost | undefined;
}

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
      <section className="setting">
        <div className="stack stack-2">
          <h2>Profile</h2>
          <p className="muted small">Your name is shown only to you.</p>
        </div>
        <ProfileForm {...profile} saving={saving} email={email} displayName={displayName} />
      </section>
      <section className="setting">
        <div className="stack stack-2">
          <h2>Change Password</h2>
          <p className="muted small">At least 6 characters. We recommend 12 or more.</p>
        </div>
        <PasswordForm {...password} saving={saving} email={email} />
      </section>
      <OriginalsForm keepsOriginals={keepsOriginals} />
      <YourData />
    </>
  );
}
