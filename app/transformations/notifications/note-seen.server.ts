import { sql as text } from "kysely";
import type { Database } from "../../server/database/database.ts";
import { longerThanSeconds, unseenForSeconds } from "./limits.ts";

interface SeenEntry {
  id: string;
  status: string;
  seconds?: number;
}

const fromSeconds = longerThanSeconds - unseenForSeconds;

/** Seconds between two writes, however often pages poll. */
const againAfterSeconds = 5;

export async function recordSeen(database: Database, memberId: string, entries: readonly SeenEntry[]): Promise<void> {
  const ids = entries
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
