import type { Kysely } from "kysely";
import { createHash, timingSafeEqual } from "node:crypto";
import type { AccountMail } from "../../../account/mails/account-mails.ts";
import type { DB } from "../../../server/database/types.ts";
import { createAccessTokens } from "./access-tokens.server.ts";
import * as bodies from "./gotrue-protocol.server.ts";
import {
  currentPassword,
  errorResponse,
  GotrueError,
  noSuchUser,
  notAdmin,
  notServed,
  samePassword,
  unexpectedFailure,
  validationFailed,
} from "./gotrue-protocol.server.ts";
import { createBackgroundTasks, type IdentityContext } from "./identity-context.server.ts";
import { type IdentityTables, userBody, type UserRow } from "./identity-tables.server.ts";
import { requestRecovery, resendConfirmation, revokeMailTokens } from "./mail-tokens.server.ts";
import { createPasswordHasher, type PasswordHasher, refuseUnfitPassword } from "./password-hasher.server.ts";
import { refreshSession, signInWithPassword, verifyMailLink } from "./token-grants.server.ts";
import { authenticate, endSessions } from "./sessions.server.ts";
import { signUp } from "./sign-up.server.ts";
import type { SigningKey } from "./signing-key.server.ts";

export interface EmbeddedIdentityOptions {
  kysely: Kysely<DB>;
  deliver: (mail: AccountMail) => Promise<void>;
  onDeliveryFailed: (error: unknown) => void;
  onUnexpectedError: (error: unknown) => void;
  signingKey: SigningKey;
  adminKey: string;
  /** Public origin, the tokens' issuer. */
  appUrl: string;
  now?: () => number;
  passwords?: PasswordHasher;
}

export interface EmbeddedIdentityServer {
  /** For supabase-js' `global.fetch`; paths are `/auth/v1/…` on any origin. */
  fetch: typeof fetch;
  drain: () => Promise<void>;
}

/** In-process server for the part of GoTrue's API that supabase-js uses. Never public: its caller limits the rate. */
export function createEmbeddedIdentityServer(options: EmbeddedIdentityOptions): EmbeddedIdentityServer {
  const now = () => new Date(options.now?.() ?? Date.now());
  const context: IdentityContext = {
    database: options.kysely.$extendTables<IdentityTables>(),
    passwords: options.passwords ?? createPasswordHasher(),
    accessTokens: createAccessTokens(options.signingKey, `${options.appUrl}/auth/v1`, now),
    outbox: createBackgroundTasks(options.onDeliveryFailed),
    adminKey: options.adminKey,
    deliver: options.deliver,
    now,
  };
  return {
    fetch: async (input, init) => {
      const request = new Request(input, init);
      try {
        const body = await answer(context, request);
        return body === null ? new Response(null, { status: 204 }) : Response.json(body);
      } catch (error) {
        if (error instanceof GotrueError) return errorResponse(error);
        options.onUnexpectedError(error);
        return errorResponse(unexpectedFailure());
      }
    },
    drain: () => context.outbox.drain(),
  };
}

/** Returns the body of a 200, or null for a 204. @throws GotrueError */
async function answer(context: IdentityContext, request: Request): Promise<object | null> {
  const url = new URL(request.url);
  const grant = url.searchParams.get("grant_type");
  switch (`${request.method} ${url.pathname}${grant ? `?grant_type=${grant}` : ""}`) {
    case "POST /auth/v1/signup":
      return signUp(context, await bodies.readBody(request, bodies.signUpBody));
    case "POST /auth/v1/token?grant_type=password":
      return signInWithPassword(context, await bodies.readBody(request, bodies.passwordGrantBody));
    case "POST /auth/v1/token?grant_type=refresh_token":
      return refreshSession(context, (await bodies.readBody(request, bodies.refreshGrantBody)).refresh_token);
    case "POST /auth/v1/verify":
      return verifyMailLink(context, await bodies.readBody(request, bodies.verifyBody));
    case "POST /auth/v1/recover":
      return requestRecovery(context, (await bodies.readBody(request, bodies.recoverBody)).email);
    case "POST /auth/v1/resend":
      return resendConfirmation(context, (await bodies.readBody(request, bodies.resendBody)).email);
    case "GET /auth/v1/user":
      return userBody(context.database, (await authenticate(context, request)).user);
    case "PUT /auth/v1/user": {
      const update = await bodies.readBody(request, bodies.updateUserBody);
      return changePassword(context, await authenticate(context, request), update);
    }
    case "POST /auth/v1/logout":
      await endSessions(context, await authenticate(context, request), url.searchParams.get("scope"));
      return null;
    case "GET /auth/v1/.well-known/jwks.json":
      return context.accessTokens.jwks;
    default:
      if (!url.pathname.startsWith(adminUsers)) throw notServed();
      return administerUser(context, request, url.pathname.slice(adminUsers.length));
  }
}

const adminUsers = "/auth/v1/admin/users/";

/** GET and DELETE /admin/users/<id>. @throws GotrueError `not_admin`, `validation_failed`, `user_not_found` */
async function administerUser(context: IdentityContext, request: Request, id: string): Promise<object> {
  const key = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1] ?? "";
  if (!timingSafeEqual(digest(key), digest(context.adminKey))) throw notAdmin();
  if (!/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id)) throw validationFailed("user_id must be an UUID");
  const users = context.database;
  switch (request.method) {
    case "GET": {
      const user = await users.selectFrom("auth.users").selectAll().where("id", "=", id).executeTakeFirst();
      if (!user) throw noSuchUser();
      return userBody(users, user);
    }
    case "DELETE": {
      const deleted = await users.deleteFrom("auth.users").where("id", "=", id).returning("id").executeTakeFirst();
      if (!deleted) throw noSuchUser();
      return {};
    }
    default:
      throw notServed();
  }
}

const digest = (text: string) => createHash("sha256").update(text).digest();

interface UserUpdate {
  password: string;
  current_password?: string | null | undefined;
  data?: Record<string, unknown> | null | undefined;
}

/**
 * Ends other sessions and mailed links in the same transaction, as GoTrue does (models.User.UpdatePassword). Asks for
 * the current password except in sessions that a mailed link opened.
 * @throws GotrueError `weak_password`, `same_password`, `current_password_required`, `current_password_invalid`
 */
async function changePassword(
  context: IdentityContext,
  { user, sessionId }: { user: UserRow; sessionId: string },
  { password, current_password: current, data }: UserUpdate,
) {
  refuseUnfitPassword(password);
  if (user.encrypted_password && !(await isByMailedLink(context, sessionId))) {
    if (!current) throw currentPassword("current_password_required");
    if (!(await context.passwords.matches(current, user.encrypted_password))) {
      throw currentPassword("current_password_invalid");
    }
  }
  if (user.encrypted_password && (await context.passwords.matches(password, user.encrypted_password))) {
    throw samePassword();
  }
  const encryptedPassword = await context.passwords.hash(password);
  const changed = await context.database.transaction().execute(async (trx) => {
    await revokeMailTokens(trx, user.id);
    await trx.deleteFrom("auth.sessions").where("user_id", "=", user.id).where("id", "!=", sessionId).execute();
    return trx
      .updateTable("auth.users")
      .set({
        encrypted_password: encryptedPassword,
        raw_user_meta_data: JSON.stringify(mergedMetadata(user, data ?? {})),
        updated_at: context.now(),
      })
      .where("id", "=", user.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return userBody(context.database, changed);
}

async function isByMailedLink({ database }: IdentityContext, sessionId: string): Promise<boolean> {
  const claim = await database
    .selectFrom("auth.mfa_amr_claims")
    .select("id")
    .where("session_id", "=", sessionId)
    .where("authentication_method", "=", "otp")
    .executeTakeFirst();
  return claim !== undefined;
}

function mergedMetadata({ raw_user_meta_data: present }: UserRow, data: Record<string, unknown>) {
  return Object.fromEntries(Object.entries({ ...present, ...data }).filter(([, value]) => value !== null));
}
