import { Link } from "react-router";
import type { OriginalRetention } from "../../transformations/original-retention.server.ts";

/** On a result: how long its original is still there, or since when it is gone. */
export function OriginalNote({ fate, goneOn }: { fate: OriginalRetention | null; goneOn: string | null }) {
  if (fate?.is === "gone") {
    return (
      <p className="text-sm text-ink-2">
        {`Your original was deleted on ${goneOn}, as we promise. This result stays; to try again, choose the photo anew.`}
      </p>
    );
  }
  if (fate?.is !== "going") return null;
  return (
    <p className="text-sm text-ink-2">
      We'll delete your original photo {inDays(fate.days)}. <Link to="/settings#originals">Keep it instead</Link>
    </p>
  );
}

const inDays = (days: number) => (days === 0 ? "today" : days === 1 ? "within a day" : `in ${days} days`);
