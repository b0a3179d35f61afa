import { sql as text } from "kysely";
import type { Database, Sql } from "../../server/database/database.ts";
import { createHmac, timingSafeEqual } from "node:crypto";

/** Seconds from request to end; a shorter run ends before the member leaves. */
const longerThanSeconds = 60;

/** A page polls every 1.5 to 3 s, at most 10 s, never while hidden; after this many seconds it counts as left. */
const unseenForSeconds = 20;

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

/** Last step of the transaction that ends a transformation: adds a notice if it took long and its owner is away. */
export async function addNotice(sql: Sql, transformationId: string): Promise<void> {
  await text`select public.note_end(${transformationId}::uuid, ${longerThanSeconds}::integer, ${unseenForSeconds}::integer)`.execute(
    sql,
  );
}

/** Removes the notice when its owner cancels or deletes the transformation: the member is present. */
export async function removeNotice(sql: Sql, transformationId: string): Promise<void> {
  await sql
    .deleteFrom("done_notices")
    .where("batch_id", "=", (row) =>
      row.selectFrom("transformations").select("batch_id").where("id", "=", transformationId),
    )
    .execute();
}

export async function readNoticesSetting(database: Database, memberId: string): Promise<boolean> {
  const profile = await database.asMember(memberId, (sql) =>
    sql.selectFrom("profiles").select("wants_done_notices").where("user_id", "=", memberId).executeTakeFirst(),
  );
  return profile?.wants_done_notices ?? true;
}

export async function saveNoticesSetting(database: Database, memberId: string, enabled: boolean): Promise<void> {
  await database.asMember(memberId, (sql) =>
    sql.updateTable("profiles").set({ wants_done_notices: enabled }).where("user_id", "=", memberId).execute(),
  );
}

/** Turns a member's notices off without a session (RFC 8058). It never expires: old emails keep a working link. */
export const unsubscribeAddress = (appUrl: string, memberId: string, sessionSecret: string): string =>
  `${appUrl}/unsubscribe?token=${memberId}.${signatureOf(memberId, sessionSecret)}`;

/** The member named by a token of `unsubscribeAddress`; null for any other text. */
export function memberUnsubscribing(token: string, sessionSecret: string): string | null {
  const [, memberId, signature] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  if (!memberId || !signature) return null;
  const expected = signatureOf(memberId, sessionSecret);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? memberId : null;
}

const signatureOf = (memberId: string, sessionSecret: string) =>
  createHmac("sha256", sessionSecret).update(`unsubscribe ${memberId}`).digest("base64url");
