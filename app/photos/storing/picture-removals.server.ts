import type { Logger } from "pino";
import type { Database, Sql } from "../../server/database/database.ts";
import type { PhotoHost } from "../photo-host.ts";

export interface Removing {
  database: Database;
  photoHost: PhotoHost;
  log: Pick<Logger, "warn">;
}

const minuteMs = 60_000;
const announcedForMs = 60 * minuteMs;
/** Longer than a photo host takes to answer. */
const leaseMs = 5 * minuteMs;
const [firstWaitMs, longestWaitMs] = [minuteMs, 6 * 60 * minuteMs];

/** Schedules removal before the file is stored; `cancelRemoval` cancels it. A crash in between leaves no file. */
export async function announcePicture(database: Database, publicId: string): Promise<void> {
  const due = { due_at: new Date(Date.now() + announcedForMs), tries: 0 };
  await database.asService((sql) =>
    sql
      .insertInto("picture_removals")
      .values({ public_id: publicId, ...due })
      .onConflict((conflict) => conflict.column("public_id").doUpdateSet(due))
      .execute(),
  );
}

/** Runs in the transaction that inserts the picture's row. @throws after the hour: the sweep may be removing it. */
export async function cancelRemoval(sql: Sql, publicId: string): Promise<void> {
  const cancelled = await sql
    .deleteFrom("picture_removals")
    .where("public_id", "=", publicId)
    .where("due_at", ">", new Date(Date.now() + leaseMs))
    .returning("public_id")
    .executeTakeFirst();
  if (!cancelled) throw new Error("no removal to cancel: the picture was announced over an hour ago, or never");
}

export async function removePictures(removing: Removing, publicIds: string[], now = new Date()): Promise<void> {
  if (!publicIds.length) return;
  await removing.database.asService((sql) =>
    sql.updateTable("picture_removals").set({ due_at: now }).where("public_id", "in", publicIds).execute(),
  );
  for (const publicId of publicIds) await removeDue(removing, publicId, now);
}

export async function sweepRemovals(removing: Removing, now = new Date(), signal?: AbortSignal): Promise<number> {
  let removed = 0;
  for (let due = await readDue(removing, now); due.length && !signal?.aborted; due = await readDue(removing, now)) {
    for (const { public_id: publicId } of due) {
      if (signal?.aborted) break;
      if (await removeDue(removing, publicId, now)) removed += 1;
    }
  }
  return removed;
}

const readDue = ({ database }: Removing, now: Date) =>
  database.asService((sql) =>
    sql
      .selectFrom("picture_removals")
      .select("public_id")
      .where("due_at", "<=", now)
      .orderBy("due_at")
      .limit(200)
      .execute(),
  );

async function removeDue({ database, photoHost, log }: Removing, publicId: string, now: Date): Promise<boolean> {
  const lease = await leaseRemoval(database, publicId, now);
  if (!lease) return false;
  try {
    await photoHost.delete(publicId);
  } catch (error) {
    log.warn(
      { err: error, photo: publicId.split("/")[0], tries: lease.tries },
      "picture not removed; it will be retried",
    );
    const wait = Math.min(firstWaitMs * 2 ** (lease.tries - 1), longestWaitMs);
    await database.asService((sql) =>
      sql
        .updateTable("picture_removals")
        .set({ due_at: new Date(now.getTime() + wait) })
        .where("public_id", "=", publicId)
        .execute(),
    );
    return false;
  }
  await database.asService((sql) => sql.deleteFrom("picture_removals").where("public_id", "=", publicId).execute());
  return true;
}

/** Null when not due, leased by another process, or when the picture has a row. */
function leaseRemoval(database: Database, publicId: string, now: Date): Promise<{ tries: number } | null> {
  return database.asService(async (sql) => {
    const lease = await sql
      .updateTable("picture_removals")
      .set((eb) => ({ due_at: new Date(Math.max(now.getTime(), Date.now()) + leaseMs), tries: eb("tries", "+", 1) }))
      .where("public_id", "=", publicId)
      .where("due_at", "<=", now)
      .returning("tries")
      .executeTakeFirst();
    if (!lease) return null;
    const needed = await sql
      .selectFrom("photos")
      .select("id")
      .where(({ or, eb }) => or([eb("public_id", "=", publicId), eb("renaming_to", "=", publicId)]))
      .executeTakeFirst();
    if (!needed) return lease;
    await sql.deleteFrom("picture_removals").where("public_id", "=", publicId).execute();
    return null;
  });
}
