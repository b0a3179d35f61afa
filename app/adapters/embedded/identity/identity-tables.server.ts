import type { ColumnType, Generated, Kysely, Transaction } from "kysely";
import type { DB, Timestamp } from "../../../server/database/types.ts";

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
