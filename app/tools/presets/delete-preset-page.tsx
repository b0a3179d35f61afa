import { Form, Link, useNavigation } from "react-router";
import { PageTitle } from "../../ui/page-head.tsx";

/** `connectionError` is the message after a lost connection. */
export function DeletePresetPage({ name, connectionError }: { name: string; connectionError: string | undefined }) {
  const busy = useNavigation().state !== "idle";
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>{`Delete ${name}?`}</PageTitle>
      <Form className="notice" method="post">
        <div className="grid grid-cols-1 gap-2">
          <h1>Delete this preset?</h1>
          <p>Its choices are forgotten. The results made with it stay in your gallery.</p>
        </div>
        <b className="line-clamp-3 min-w-0 font-strong wrap-anywhere" dir="auto">
          {name}
        </b>
        {connectionError && !busy ? (
          <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" role="alert">
            {connectionError}
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3 [&>.btn]:flex-[1_1_7.5rem]">
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
