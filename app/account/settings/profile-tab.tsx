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
      <section className="grid grid-cols-1 gap-5 hairline-b py-8 last:border-0 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-12 [&_.field]:max-w-[32rem] [&>*]:content-start">
        <div className="grid grid-cols-1 gap-2">
          <h2>Profile</h2>
          <p className="text-sm text-ink-2">Your name is shown only to you.</p>
        </div>
        <ProfileForm {...profile} saving={saving} email={email} displayName={displayName} />
      </section>
      <section className="grid grid-cols-1 gap-5 hairline-b py-8 last:border-0 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-12 [&_.field]:max-w-[32rem] [&>*]:content-start">
        <div className="grid grid-cols-1 gap-2">
          <h2>Change Password</h2>
          <p className="text-sm text-ink-2">At least 6 characters. We recommend 12 or more.</p>
        </div>
        <PasswordForm {...password} saving={saving} email={email} />
      </section>
      <OriginalsForm keepsOriginals={keepsOriginals} />
      <YourData />
    </>
  );
}
