import { randomBytes, randomUUID } from "node:crypto";
import { accessTokenSeconds, type SessionClaims } from "./access-tokens.server.ts";
import { noAuthorization, sessionNotFound, userNotFound } from "./gotrue-protocol.server.ts";
import type { IdentityContext } from "./identity-context.server.ts";
import {
  type AuthenticationMethod,
  type IdentityTransaction,
  refuseBanned,
  userBody,
  type UserRow,
} from "./identity-tables.server.ts";

export interface OpenSession extends SessionClaims {
  refreshToken: string;
}

export async function openSession(
  trx: IdentityTransaction,
  { user, method, now }: { user: UserRow; method: AuthenticationMethod; now: Date },
): Promise<OpenSession> {
  const sessionId = randomUUID();
  const times = { created_at: now, updated_at: now };
  await trx
    .insertInto("auth.sessions")
    .values({ id: sessionId, user_id: user.id, aal: "aal1", ...times })
    .execute();
  await trx
    .insertInto("auth.mfa_amr_claims")
    .values({ id: randomUUID(), session_id: sessionId, authentication_method: method, ...times })
    .execute();
  const refreshToken = await addRefreshToken(trx, { userId: user.id, sessionId, parent: null, now });
  const last = { last_sign_in_at: now };
  await trx.updateTable("auth.users").set(last).where("id", "=", user.id).execute();
  return { user: { ...user, ...last }, sessionId, method, openedAt: now, refreshToken };
}

export async function addRefreshToken(
  trx: IdentityTransaction,
  { userId, sessionId, parent, now }: { userId: string; sessionId: string; parent: string | null; now: Date },
): Promise<string> {
  const token = randomBytes(24).toString("base64url");
  await trx
    .insertInto("auth.refresh_tokens")
    .values({ token, user_id: userId, session_id: sessionId, parent, created_at: now, updated_at: now })
    .execute();
  return token;
}

export async function sessionBody(context: IdentityContext, session: OpenSession) {
  const { token, expiresAt } = await context.accessTokens.sign(session);
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: accessTokenSeconds,
    expires_at: expiresAt,
    refresh_token: session.refreshToken,
    user: await userBody(context.database, session.user),
  };
}

export async function authenticate(
  context: IdentityContext,
  request: Request,
): Promise<{ user: UserRow; sessionId: string }> {
  const token = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (!token) throw noAuthorization();
  const { userId, sessionId } = await context.accessTokens.verify(token);
  const user = await context.database
    .selectFrom("auth.users")
    .selectAll()
    .where("id", "=", userId)
    .where("deleted_at", "is", null)
    .executeTakeFirst();
  if (!user) throw userNotFound();
  const session = await context.database
    .selectFrom("auth.sessions")
    .select("id")
    .where("id", "=", sessionId)
    .where("user_id", "=", userId)
    .executeTakeFirst();
  if (!session) throw sessionNotFound();
  refuseBanned(user, context.now());
  return { user, sessionId };
}

export async function endSessions(
  context: IdentityContext,
  { user, sessionId }: { user: UserRow; sessionId: string },
  scope: string | null,
) {
  await context.database
    .deleteFrom("auth.sessions")
    .where("user_id", "=", user.id)
    .$if(scope === "local", (query) => query.where("id", "=", sessionId))
    .$if(scope === "others", (query) => query.where("id", "!=", sessionId))
    .execute();
}
