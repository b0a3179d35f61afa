import { z } from "zod";
import { randomBytes } from "node:crypto";
import { safePath } from "../../server/http/next-path.ts";
import type { Database } from "../../server/database/database.ts";
import type { IdentityRefusal, IdentitySession, Member } from "../identity.ts";

const linkSchema = z.object({
  // GoTrue's hashes: 56 hexadecimal digits, or those after "pkce_".
  token_hash: z.string().regex(/^[\w-]{16,200}$/),
  type: z.enum(["email", "recovery"]),
});

interface MailLink {
  tokenHash: string;
  type: "email" | "recovery";
  next: string;
}

/** Parses a mailed link; null if it is cut off or mistyped. */
export function readMailLink(url: URL): MailLink | null {
  const parsed = linkSchema.safeParse(Object.fromEntries(url.searchParams));
  if (!parsed.success) return null;
  const { token_hash: tokenHash, type } = parsed.data;
  // A recovery link must lead to a new password, regardless of its `next`.
  const next = type === "recovery" ? "/reset-password" : safePath(url.searchParams.get("next"), "/dashboard");
  return { tokenHash, type, next };
}

/** `known`: entered or chosen on this device. `replaced`: entered now. `unset`: to choose next. */
type OpenedLink = { ok: true; bonusGems: number; password: "known" | "replaced" | "unset" } | IdentityRefusal;

interface Opening {
  session: IdentitySession;
  database: Database;
  createdId: string | null;
  password: string | null;
}

/**
 * Uses a mail link and signs its owner in. Anyone can sign up with another person's address, so the person who opens
 * the mail decides the password and the name. `bonusGems`: 0 if the ledger granted none.
 */
export async function openMailLink(opening: Opening, { tokenHash, type }: MailLink): Promise<OpenedLink> {
  const { session, database } = opening;
  const verified = await session.verifyLink({ tokenHash, type });
  if (!verified.ok) return verified;
  if (type === "recovery") {
    // A stranger's password must not stay valid if the member closes the next page.
    if (verified.justConfirmed) await lockPassword(session);
    return { ok: true, bonusGems: 0, password: "unset" };
  }
  const member = await session.member();
  const password = await settledPassword(opening, member);
  if (password === "replaced" && member) await forgetName(database, member);
  return { ok: true, bonusGems: member ? await welcomeBonus(database, member.id) : 0, password };
}

async function settledPassword({ session, createdId, password }: Opening, member: Member | null) {
  if (password === null && member && createdId === member.id) return "known";
  const settled = password === null ? null : await session.settlePassword(password);
  if (settled?.ok) return settled.replaced ? "replaced" : "known";
  await lockPassword(session);
  return "unset";
}

/** Sets a random password; if that fails, signs out. */
async function lockPassword(session: IdentitySession): Promise<void> {
  const locked = await session.settlePassword(randomBytes(24).toString("base64url"));
  if (!locked.ok) await session.signOut();
}

/** A stranger who chose the password may have chosen the name too. */
const forgetName = (database: Database, member: Member) =>
  database.asMember(member.id, (sql) =>
    sql
      .updateTable("profiles")
      .set({ display_name: member.email.slice(0, 200) })
      .where("user_id", "=", member.id)
      .execute(),
  );

async function welcomeBonus(database: Database, memberId: string): Promise<number> {
  const bonus = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("coin_transactions")
      .select("amount")
      .where("user_id", "=", memberId)
      .where("type", "=", "bonus")
      .executeTakeFirst(),
  );
  return bonus?.amount ?? 0;
}
