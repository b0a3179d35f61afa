import { useFetcher } from "react-router";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";
import { originalDays } from "../../photos/retention/limits.ts";
import { SaveButton } from "./save-button.tsx";

export function OriginalsForm({ keepsOriginals }: { keepsOriginals: boolean }) {
  const { Form, data, state } = useFetcher<ConnectionLost>();
  const busy = state !== "idle";
  return (
    <section
      className="grid grid-cols-1 gap-5 hairline-b py-8 last:border-0 lg:grid-cols-[minmax(0,4fr)_minmax(0,7fr)] lg:gap-12 [&_.field]:max-w-[32rem] [&>*]:content-start"
      id="originals"
    >
      <div className="grid grid-cols-1 gap-2">
        <h2>Your originals</h2>
        <p className="text-sm text-ink-2">
          {`We delete uploaded photos ${originalDays} days after you last used them. Your results stay.`}
        </p>
      </div>
      <Form
        key={String(keepsOriginals)}
        className="grid grid-cols-1 gap-6"
        method="post"
        action="/settings/originals"
        onSubmit={(event) => busy && event.preventDefault()}
        preventScrollReset
      >
        <fieldset className="grid grid-cols-1 gap-2">
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
