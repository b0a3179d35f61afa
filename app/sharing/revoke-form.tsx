import { useFetcher } from "react-router";

interface RevokeFormProps {
  shareId: string;
  next: string;
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
