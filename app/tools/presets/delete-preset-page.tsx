import { Form, Link, useNavigation } from "react-router";
import { PageTitle } from "../../ui/page-title.tsx";

/** Asks before deleting, the safe answer first. `lost` is said when the line broke. */
export function DeletePresetPage({ name, lost }: { name: string; lost: string | undefined }) {
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
        {lost && !busy ? (
          <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" role="alert">
            {lost}
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
