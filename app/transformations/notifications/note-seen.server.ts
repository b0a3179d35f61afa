import { sql as text } from "kysely";
import type { Database } from "../../server/database/database.ts";
import { longerThanSeconds, unseenForSeconds } from "./limits.ts";

interface Shown {
  id: string;
  status: string;
  /** Since it was requested, where that is known. */
  seconds?: number;
}

/** Before this age it does not matter yet who looks, seconds. */
const fromSeconds = longerThanSeconds - unseenForSeconds;

/** Once in so many seconds is enough, however often pages ask. */
const againAfterSeconds = 5;

/**
 * Notes that the member looks at these transformations of theirs, so that nobody is told of what they see for themselves.
 * Costs nothing while they are young, and one small write every few seconds from then on.
 */
export async function noteSeen(database: Database, memberId: string, shown: readonly Shown[]): Promise<void> {
  const ids = shown
    .filter(({ status, seconds = fromSeconds }) => status === "processing" && seconds >= fromSeconds)
    .map(({ id }) => id);
  if (!ids.length) return;
  const ago = (seconds: number) => text<Date>`now() - ${seconds} * interval '1 second'`;
  await database.asMember(memberId, (sql) =>
    sql
      .updateTable("transformations")
      .set((eb) => ({ seen_at: eb.fn<Date>("now") }))
      .where("id", "in", ids)
      .where("user_id", "=", memberId)
      .where("status", "=", "processing")
      .where("created_at", "<", ago(fromSeconds))
      .where((eb) => eb.or([eb("seen_at", "is", null), eb("seen_at", "<", ago(againAfterSeconds))]))
      .execute(),
  );
}
