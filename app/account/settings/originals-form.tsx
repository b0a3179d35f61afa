import { useFetcher } from "react-router";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";
import { originalDays } from "../../photos/retention/limits.ts";
import { SaveButton } from "./save-button.tsx";

export function OriginalsForm({ keepsOriginals }: { keepsOriginals: boolean }) {
  const { Form, data, state } = useFetcher<ConnectionLost>();
  const busy = state !== "idle";
  return (
    <section className="setting" id="originals">
      <div className="stack stack-2">
        <h2>Your originals</h2>
        <p className="muted small">
          {`We delete uploaded photos ${originalDays} days after you last used them. Your results stay.`}
        </p>
      </div>
      <Form
        key={String(keepsOriginals)}
        className="stack stack-6"
        method="post"
        action="/settings/originals"
        onSubmit={(event) => busy && event.preventDefault()}
        preventScrollReset
      >
        <fieldset className="stack stack-2">
          <legend className="label">Keep my originals</legend>
          <label className="check">
            <input type="radio" name="keep" value="yes" defaultChecked={keepsOriginals} />
            Yes, until I delete them
          </label>
          <label className="check">
            <input type="radio" name="keep" value="no" defaultChecked={!keepsOriginals} />
            {`No, delete them after ${originalDays} days`}
          </label>
        </fieldset>
        {data?.lost && !busy ? (
          <p className="error" role="alert">
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
