import { emailNotConfirmed, invalidCredentials, linkInvalid } from "./gotrue-errors.server.ts";
import type { IdentityContext } from "./identity-context.server.ts";
import { spendMailToken } from "./mail-tokens.server.ts";
import { isTooLong } from "./password-hasher.server.ts";
import { openSession, sessionBody } from "./sessions.server.ts";
import { findUserByEmail, refuseBanned } from "./users.server.ts";

const dummyHash = "$2b$10$sbEMFTfowA6.l390Uvrpi.x1P7nQqGmQRI6Zt3nQZBpOdfxZ4M1VK";

/** @throws GotrueError `invalid_credentials`; `email_not_confirmed` and `user_banned` only with the right password. */
export async function signInWithPassword(
  context: IdentityContext,
  { email, password }: { email: string; password: string },
) {
  const user = await findUserByEmail(context.database, email.trim(), { forUpdate: false });
  const right = await context.passwords.matches(password, user?.encrypted_password || dummyHash);
  if (!user || !right || isTooLong(password)) throw invalidCredentials();
  refuseBanned(user, context.now());
  if (!user.email_confirmed_at) throw emailNotConfirmed();
  const session = await context.database
    .transaction()
    .execute((trx) => openSession(trx, { user, method: "password", now: context.now() }));
  return sessionBody(context, session);
}

/** POST /verify with a `token_hash`; either link confirms the address. @throws GotrueError `otp_expired` */
export async function verifyMailLink(
  context: IdentityContext,
  { token_hash: token, type }: { token_hash: string; type: "email" | "signup" | "recovery" },
) {
  const session = await context.database.transaction().execute(async (trx) => {
    const now = context.now();
    const tokenType = type === "recovery" ? "recovery_token" : "confirmation_token";
    const userId = await spendMailToken(trx, { token, type: tokenType, now });
    const user = await trx
      .updateTable("auth.users")
      .set((row) => ({ email_confirmed_at: row.fn.coalesce("email_confirmed_at", row.val(now)), updated_at: now }))
      .where("id", "=", userId)
      .where("deleted_at", "is", null)
      .returningAll()
      .executeTakeFirst();
    if (!user) throw linkInvalid("unknown");
    refuseBanned(user, now);
    return openSession(trx, { user, method: "otp", now });
  });
  return sessionBody(context, session);
}
