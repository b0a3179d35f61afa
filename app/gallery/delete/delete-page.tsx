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
    <main id="main" className="wrap page">
      <PageTitle>{`Delete ${of.name}?`}</PageTitle>
      <Form className="notice" method="post">
        <DeleteQuestion of={of} heading={<h1>Delete this transformation?</h1>} />
        <input type="hidden" name="next" value={next} />
        {lost && !busy ? (
          <p className="error" role="alert">
            {lost}
          </p>
        ) : null}
        <div className="dialog-actions">
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
