import type { Selectable } from "kysely";
import { userBanned } from "./gotrue-errors.server.ts";
import type { IdentityDatabase, IdentityTables, IdentityTransaction } from "./identity-tables.server.ts";

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
