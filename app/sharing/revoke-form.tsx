import { useFetcher } from "react-router";

interface RevokeFormProps {
  shareId: string;
  /** The page to come back to. */
  next: string;
  /** What is shared, for assistive technology, where a page has several links. */
  of?: string;
}

export function RevokeForm({ shareId, next, of }: RevokeFormProps) {
  const { Form, state } = useFetcher();
  return (
    <Form method="post" action={`/shares/${shareId}/revoke`}>
      <input type="hidden" name="next" value={next} />
      <button className="btn btn-quiet btn-danger-quiet" aria-busy={state !== "idle"}>
        Revoke
        <span className="sr-only"> link{of ? ` ${of}` : null}</span>
      </button>
    </Form>
  );
}
