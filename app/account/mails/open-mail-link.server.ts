import { randomBytes } from "node:crypto";
import type { Database } from "../../server/database/database.ts";
import type { IdentityRefusal, IdentitySession, Member } from "../identity.ts";
import type { MailLink } from "./mail-link.server.ts";

/**
 * `password`: the one in force is the one that this device's sign-up chose or that was entered again (`known`), the one
 * entered now (`replaced`), or nobody knows it (`unset`): the person has to choose one.
 */
export type OpenedLink = { ok: true; bonusGems: number; password: "known" | "replaced" | "unset" } | IdentityRefusal;

interface Opening {
  session: IdentitySession;
  database: Database;
  /** The account that this device created, where it did. */
  createdId: string | null;
  /** The password that the person chose or repeats now. */
  password: string | null;
}

/**
 * Spends a mail link and signs its owner in. Anybody can sign an address up that is not theirs, so the password and the
 * name in force afterwards are those of the person who opened the mail. `bonusGems` is the welcome bonus as the ledger
 * has it: 0 where it was not granted (a second account of the same person, a throw-away address).
 */
export async function openMailLink(opening: Opening, { tokenHash, type }: MailLink): Promise<OpenedLink> {
  const { session, database } = opening;
  const verified = await session.verifyLink({ tokenHash, type });
  if (!verified.ok) return verified;
  if (type === "recovery") {
    // The next page asks for a password; a stranger's must not be in force if that page is closed.
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

/** Puts a password in force that nobody knows. Where even that fails, nobody stays signed in here. */
async function lockPassword(session: IdentitySession): Promise<void> {
  const locked = await session.settlePassword(randomBytes(24).toString("base64url"));
  if (!locked.ok) await session.signOut();
}

/** Whoever chose the replaced password may have chosen the name as well. */
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
