import { Form, Link, useNavigation } from "react-router";
import { PageTitle } from "../../ui/page-title.tsx";

/** `connectionError` is the message after a lost connection. */
export function DeletePresetPage({ name, connectionError }: { name: string; connectionError: string | undefined }) {
  const busy = useNavigation().state !== "idle";
  return (
    <main id="main" className="wrap page">
      <PageTitle>{`Delete ${name}?`}</PageTitle>
      <Form className="notice" method="post">
        <div className="stack stack-2">
          <h1>Delete this preset?</h1>
          <p>Its choices are forgotten. The results made with it stay in your gallery.</p>
        </div>
        <b className="name-whole" dir="auto">
          {name}
        </b>
        {connectionError && !busy ? (
          <p className="error" role="alert">
            {connectionError}
          </p>
        ) : null}
        <div className="dialog-actions">
          <Link className="btn btn-secondary" to="/presets">
            Cancel
          </Link>
          <button className="btn btn-danger" aria-busy={busy || undefined}>
            Delete
          </button>
        </div>
      </Form>
    </main>
  );
}
