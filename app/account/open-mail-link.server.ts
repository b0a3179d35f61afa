import type { Database } from "../database/database.ts";
import type { IdentityRefusal, IdentitySession } from "./identity.ts";
import type { MailLink } from "./mail-link.server.ts";

export type OpenedLink = { ok: true; bonusGems: number } | IdentityRefusal;

/**
 * Spends a mail link and signs its owner in. `bonusGems` is the welcome bonus as the ledger has it: 0 where it was not
 * granted (a second account of the same person, a throw-away address), and for a password link.
 */
export async function openMailLink(
  { session, database }: { session: IdentitySession; database: Database },
  { tokenHash, type }: MailLink,
): Promise<OpenedLink> {
  const answer = await session.verifyLink({ tokenHash, type });
  if (!answer.ok) return answer;
  const member = type === "email" ? await session.member() : null;
  return { ok: true, bonusGems: member ? await welcomeBonus(database, member.id) : 0 };
}

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
