import { useFetcher } from "react-router";
import type { ConnectionLost } from "../../pwa/offline-forms/online-action.ts";
import { creditBackLimit, creditBackReasons } from "../../transformations/ending/failures.ts";

interface ReturnGemProps {
  transformationId: string;
  next: string;
}

/** Returns the gem of a disappointing result; a reason is optional. */
export function ReturnGem({ transformationId, next }: ReturnGemProps) {
  const { Form, data, state } = useFetcher<ConnectionLost>();
  const busy = state !== "idle";
  return (
    <details className="disclosure">
      <summary>Not happy with it?</summary>
      <Form
        className="grid grid-cols-1 gap-4"
        method="post"
        action={`/gallery/${transformationId}/give-back`}
        preventScrollReset
      >
        <fieldset className="grid grid-cols-1 gap-2">
          <legend className="mb-2 text-sm font-strong">What is wrong with it? (optional)</legend>
          {Object.entries(creditBackReasons).map(([reason, { label }]) => (
            <label key={reason} className="check-row">
              <input type="radio" name="reason" value={reason} />
              {label}
            </label>
          ))}
        </fieldset>
        <input type="hidden" name="next" value={next} />
        {data?.lost && !busy ? (
          <p className="flex items-start gap-[0.4rem] text-sm font-medium wrap-anywhere text-danger" role="alert">
            {data.lost}
          </p>
        ) : null}
        <div>
          <button type="submit" className="btn-secondary" aria-busy={busy || undefined}>
            Get my gem back
          </button>
        </div>
        <p className="text-sm wrap-anywhere text-ink-2">
          {`You can do this ${creditBackLimit.times} times in ${creditBackLimit.days} days, but not for results you have shared. You keep the picture.`}
        </p>
      </Form>
    </details>
  );
}
