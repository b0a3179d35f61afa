import type { Selectable } from "kysely";
import {
  emailNotConfirmed,
  invalidCredentials,
  linkInvalid,
  refreshTokenAlreadyUsed,
  refreshTokenNotFound,
} from "./gotrue-protocol.server.ts";
import type { IdentityContext } from "./identity-context.server.ts";
import {
  findUserByEmail,
  type IdentityTables,
  type IdentityTransaction,
  refuseBanned,
} from "./identity-tables.server.ts";
import { addRefreshToken, type OpenSession, openSession, sessionBody } from "./sessions.server.ts";
import { spendMailToken } from "./mail-tokens.server.ts";
import { isTooLong } from "./password-hasher.server.ts";

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

/** GoTrue's default (GOTRUE_SECURITY_REFRESH_TOKEN_REUSE_INTERVAL): parallel requests carry the same token. */
const reuseMilliseconds = 10_000;
/** Same as in GoTrue's clean-up. */
const spentRetentionMs = 24 * 60 * 60_000;

type RefreshToken = Selectable<IdentityTables["auth.refresh_tokens"]>;

/**
 * POST /token?grant_type=refresh_token. A spent token still works when its successor never arrived or within the reuse
 * interval; an older one was stolen and ends the session. The session's row is the lock between processes.
 * @throws GotrueError `refresh_token_not_found`, `refresh_token_already_used`, `user_banned`
 */
export async function refreshSession(context: IdentityContext, presented: string) {
  const refreshed = await context.database.transaction().execute((trx) => swap(trx, presented, context.now()));
  if (refreshed === "replayed") throw refreshTokenAlreadyUsed();
  return sessionBody(context, refreshed);
}

async function swap(trx: IdentityTransaction, presented: string, now: Date): Promise<OpenSession | "replayed"> {
  const sessionId = (await find(trx, presented))?.session_id;
  if (!sessionId) throw refreshTokenNotFound();
  const session = await lockSession(trx, sessionId);
  const token = await find(trx, presented);
  if (!session || !token) throw refreshTokenNotFound();
  const user = await trx
    .selectFrom("auth.users")
    .selectAll()
    .where("id", "=", session.user_id)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!user) throw refreshTokenNotFound();
  refuseBanned(user, now);
  const refreshToken = token.revoked
    ? await successor(trx, token, sessionId, now)
    : await rotate(trx, token, session, now);
  if (!refreshToken) {
    await trx.deleteFrom("auth.sessions").where("id", "=", sessionId).execute();
    return "replayed";
  }
  const opened = { method: session.authentication_method ?? "password", openedAt: session.created_at ?? now };
  return { user, sessionId, refreshToken, ...opened };
}

const find = (trx: IdentityTransaction, token: string): Promise<RefreshToken | undefined> =>
  trx.selectFrom("auth.refresh_tokens").selectAll().where("token", "=", token).executeTakeFirst();

const lockSession = (trx: IdentityTransaction, id: string) =>
  trx
    .selectFrom("auth.sessions as session")
    .leftJoin("auth.mfa_amr_claims as amr", "amr.session_id", "session.id")
    .select(["session.id", "session.user_id", "session.created_at", "amr.authentication_method"])
    .where("session.id", "=", id)
    .forUpdate("session")
    .executeTakeFirst();

async function rotate(
  trx: IdentityTransaction,
  token: RefreshToken,
  session: { id: string; user_id: string },
  now: Date,
) {
  await trx
    .updateTable("auth.refresh_tokens")
    .set({ revoked: true, updated_at: now })
    .where("id", "=", token.id)
    .execute();
  await trx
    .deleteFrom("auth.refresh_tokens")
    .where("session_id", "=", session.id)
    .where("revoked", "=", true)
    .where("updated_at", "<", new Date(now.getTime() - spentRetentionMs))
    .execute();
  await trx
    .updateTable("auth.sessions")
    .set({ refreshed_at: now, updated_at: now })
    .where("id", "=", session.id)
    .execute();
  return addRefreshToken(trx, { userId: session.user_id, sessionId: session.id, parent: token.token, now });
}

async function successor(trx: IdentityTransaction, spent: RefreshToken, sessionId: string, now: Date) {
  const current = await trx
    .selectFrom("auth.refresh_tokens")
    .select(["token", "parent"])
    .where("session_id", "=", sessionId)
    .where("revoked", "=", false)
    .executeTakeFirst();
  if (!current) return null;
  const justSpent = spent.updated_at !== null && now.getTime() - spent.updated_at.getTime() <= reuseMilliseconds;
  return current.parent === spent.token || justSpent ? current.token : null;
}
