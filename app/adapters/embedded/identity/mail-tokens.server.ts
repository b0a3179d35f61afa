import { createHash, randomBytes, randomUUID } from "node:crypto";
import { linkInvalid } from "./gotrue-protocol.server.ts";
import {
  findUserByEmail,
  fullNameOf,
  type IdentityTransaction,
  type MailTokenType,
  type UserRow,
} from "./identity-tables.server.ts";
import type { IdentityContext } from "./identity-context.server.ts";

/** GoTrue's default (GOTRUE_MAILER_OTP_EXP); the mails name it. */
const lifetime = 60 * 60_000;

/** GoTrue's default (GOTRUE_SMTP_MAX_FREQUENCY), per address. */
const cooldown = 60_000;

export function mayMailAgain(sentAt: Date | null, now: Date): boolean {
  return !sentAt || now.getTime() - sentAt.getTime() >= cooldown;
}

export async function issueMailToken(
  trx: IdentityTransaction,
  { user, type, now }: { user: Pick<UserRow, "id" | "email">; type: MailTokenType; now: Date },
): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await trx
    .insertInto("auth.one_time_tokens")
    .values({
      id: randomUUID(),
      user_id: user.id,
      token_type: type,
      token_hash: hashOf(token),
      relates_to: user.email ?? "",
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) =>
      conflict.columns(["user_id", "token_type"]).doUpdateSet((update) => ({
        token_hash: update.ref("excluded.token_hash"),
        created_at: update.ref("excluded.created_at"),
        updated_at: update.ref("excluded.updated_at"),
      })),
    )
    .execute();
  return token;
}

/** @throws GotrueError `otp_expired` for an unknown, replaced, used or old token. */
export async function spendMailToken(
  trx: IdentityTransaction,
  { token, type, now }: { token: string; type: MailTokenType; now: Date },
): Promise<string> {
  const hash = hashOf(token);
  const spent = await trx
    .updateTable("auth.one_time_tokens")
    .set({ token_hash: usedMark + hash, updated_at: now })
    .where("token_hash", "=", hash)
    .where("token_type", "=", type)
    .returning(["user_id", "created_at"])
    .executeTakeFirst();
  if (!spent) throw linkInvalid((await wasUsed(trx, hash)) ? "used" : "unknown");
  // Rolls back, so that the link still counts as expired, not as used.
  if (now.getTime() - spent.created_at.getTime() > lifetime) throw linkInvalid("expired");
  await revokeMailTokens(trx, spent.user_id);
  return spent.user_id;
}

export async function revokeMailTokens(trx: IdentityTransaction, userId: string) {
  await trx
    .deleteFrom("auth.one_time_tokens")
    .where("user_id", "=", userId)
    .where("token_hash", "not like", `${usedMark}%`)
    .execute();
}

const usedMark = "used:";

async function wasUsed(trx: IdentityTransaction, hash: string): Promise<boolean> {
  const used = await trx
    .selectFrom("auth.one_time_tokens")
    .select("id")
    .where("token_hash", "=", usedMark + hash)
    .executeTakeFirst();
  return used !== undefined;
}

const hashOf = (token: string) => createHash("sha256").update(token).digest("hex");

export function resendConfirmation(context: IdentityContext, email: string) {
  return mailLink(context, email, {
    type: "confirmation_token",
    kind: "confirmation",
    sentAt: "confirmation_sent_at",
    isDue: (user) => user.email_confirmed_at === null,
  });
}

export function requestRecovery(context: IdentityContext, email: string) {
  return mailLink(context, email, {
    type: "recovery_token",
    kind: "recovery",
    sentAt: "recovery_sent_at",
    isDue: () => true,
  });
}

interface Link {
  type: MailTokenType;
  kind: "confirmation" | "recovery";
  sentAt: "confirmation_sent_at" | "recovery_sent_at";
  isDue: (user: UserRow) => boolean;
}

function mailLink(context: IdentityContext, email: string, link: Link) {
  context.outbox.later(async () => {
    const mail = await context.database.transaction().execute(async (trx) => {
      const now = context.now();
      const user = await findUserByEmail(trx, email, { forUpdate: true });
      if (!user || !link.isDue(user) || !mayMailAgain(user[link.sentAt], now)) return null;
      const tokenHash = await issueMailToken(trx, { user, type: link.type, now });
      await trx
        .updateTable("auth.users")
        .set({ [link.sentAt]: now })
        .where("id", "=", user.id)
        .execute();
      return { kind: link.kind, to: user.email ?? email, fullName: fullNameOf(user), tokenHash };
    });
    if (mail) await context.deliver(mail);
  });
  return {};
}
