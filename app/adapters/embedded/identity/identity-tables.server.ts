import type { ColumnType, Generated, Kysely, Selectable, Transaction } from "kysely";
import type { DB, Timestamp } from "../../../server/database/types.ts";
import { userBanned } from "./gotrue-protocol.server.ts";

type JsonColumn = ColumnType<Record<string, unknown> | null, string | null, string>;
type Moment = Timestamp | null;

// Kysely needs an index signature, which interfaces lack.
export type IdentityTables = {
  "auth.users": {
    instance_id: string | null;
    id: string;
    aud: string | null;
    role: string | null;
    email: string | null;
    encrypted_password: string | null;
    email_confirmed_at: Moment;
    confirmation_sent_at: Moment;
    recovery_sent_at: Moment;
    last_sign_in_at: Moment;
    raw_app_meta_data: JsonColumn;
    raw_user_meta_data: JsonColumn;
    created_at: Moment;
    updated_at: Moment;
    banned_until: Moment;
    deleted_at: Moment;
    is_sso_user: Generated<boolean>;
    is_anonymous: Generated<boolean>;
  };
  "auth.identities": {
    id: Generated<string>;
    provider_id: string;
    user_id: string;
    identity_data: JsonColumn;
    provider: string;
    created_at: Moment;
    updated_at: Moment;
  };
  "auth.sessions": {
    id: string;
    user_id: string;
    created_at: Moment;
    updated_at: Moment;
    aal: "aal1" | "aal2" | "aal3" | null;
    refreshed_at: Moment;
  };
  "auth.mfa_amr_claims": {
    id: string;
    session_id: string;
    created_at: Timestamp;
    updated_at: Timestamp;
    authentication_method: AuthenticationMethod;
  };
  "auth.refresh_tokens": {
    id: Generated<string>;
    token: string;
    user_id: string | null;
    session_id: string | null;
    parent: string | null;
    revoked: Generated<boolean>;
    created_at: Moment;
    updated_at: Moment;
  };
  "auth.one_time_tokens": {
    id: string;
    user_id: string;
    token_type: MailTokenType;
    token_hash: string;
    relates_to: string;
    created_at: Timestamp;
    updated_at: Timestamp;
  };
};

/** GoTrue's names. */
export type AuthenticationMethod = "password" | "otp";
export type MailTokenType = "confirmation_token" | "recovery_token";

export type IdentityDatabase = Kysely<DB & IdentityTables>;
export type IdentityTransaction = Transaction<DB & IdentityTables>;

export type UserRow = Selectable<IdentityTables["auth.users"]>;

export function findUserByEmail(
  database: IdentityDatabase | IdentityTransaction,
  email: string,
  { forUpdate }: { forUpdate: boolean },
): Promise<UserRow | undefined> {
  return database
    .selectFrom("auth.users")
    .selectAll()
    .where((row) => row.eb(row.fn<string>("lower", ["email"]), "=", email.toLowerCase()))
    .where("is_sso_user", "=", false)
    .where("deleted_at", "is", null)
    .$if(forUpdate, (query) => query.forUpdate())
    .executeTakeFirst();
}

export function refuseBanned(user: UserRow, now: Date) {
  if (user.banned_until && user.banned_until > now) throw userBanned();
}

export function fullNameOf(user: UserRow): string | null {
  const name = user.raw_user_meta_data?.["full_name"];
  return typeof name === "string" && name !== "" ? name : null;
}

/** GoTrue's body; `identities` is empty for a made-up user. */
export async function userBody(database: IdentityDatabase, user: UserRow) {
  const identities = await database.selectFrom("auth.identities").selectAll().where("user_id", "=", user.id).execute();
  return {
    id: user.id,
    aud: "authenticated",
    role: "authenticated",
    email: user.email,
    phone: "",
    email_confirmed_at: user.email_confirmed_at,
    confirmed_at: user.email_confirmed_at,
    confirmation_sent_at: user.confirmation_sent_at,
    recovery_sent_at: user.recovery_sent_at,
    last_sign_in_at: user.last_sign_in_at,
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    identities: identities.map(({ id, provider_id, ...identity }) => ({
      ...identity,
      id: provider_id,
      identity_id: id,
    })),
    created_at: user.created_at,
    updated_at: user.updated_at,
    is_anonymous: false,
  };
}
