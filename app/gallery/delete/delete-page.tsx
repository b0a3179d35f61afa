import { Form, Link, useNavigation } from "react-router";
import { type Deletable, DeleteQuestion } from "../../transformations/delete-question.tsx";
import { PageTitle } from "../../ui/page-title.tsx";

interface DeletePageProps {
  of: Deletable;
  next: string;
  /** The message after a connection error. */
  lost: string | undefined;
}

export function DeletePage({ of, next, lost }: DeletePageProps) {
  const busy = useNavigation().state !== "idle";
  return (
    <main id="main" className="mx-auto w-full max-w-page px-gutter pt-6 pb-16">
      <PageTitle>{`Delete ${of.name}?`}</PageTitle>
      <Form className="notice" method="post">
        <DeleteQuestion of={of} heading={<h1>Delete this transformation?</h1>} />
        <input type="hidden" name="next" value={next} />
        {lost && !busy ? (
          <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" role="alert">
            {lost}
          </p>
        ) : null}
        <div className="flex flex-wrap justify-end gap-3 [&>.btn]:flex-[1_1_7.5rem]">
          <Link className="btn btn-secondary" to={next}>
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
