import { Link } from "react-router";
import type { OriginalRetention } from "../../transformations/original-retention.server.ts";

/** Days until the original's deletion, or its date. */
export function OriginalNote({ fate, deletedOn }: { fate: OriginalRetention | null; deletedOn: string | null }) {
  if (fate?.is === "deleted") {
    return (
      <p className="text-sm text-ink-2">
        {`Your original was deleted on ${deletedOn}, as promised. This result stays; to try again, choose the photo again.`}
      </p>
    );
  }
  if (fate?.is !== "expiring") return null;
  return (
    <p className="text-sm text-ink-2">
      We'll delete your original photo {inDays(fate.days)}. <Link to="/settings#originals">Keep it instead</Link>
    </p>
  );
}

const inDays = (days: number) => (days === 0 ? "today" : days === 1 ? "within a day" : `in ${days} days`);
