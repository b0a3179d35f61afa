import { createHmac, timingSafeEqual } from "node:crypto";
import type { Database } from "../../server/database/database.ts";

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

/** The member whom a token of `unsubscribeAddress` names; null for any other text. */
export function memberUnsubscribing(token: string, sessionSecret: string): string | null {
  const [, memberId, signature] = /^([0-9a-f-]{36})\.([\w-]{43})$/.exec(token) ?? [];
  if (!memberId || !signature) return null;
  const expected = signatureOf(memberId, sessionSecret);
  return timingSafeEqual(Buffer.from(signature), Buffer.from(expected)) ? memberId : null;
}

const signatureOf = (memberId: string, sessionSecret: string) =>
  createHmac("sha256", sessionSecret).update(`unsubscribe ${memberId}`).digest("base64url");
