import { currentPassword, samePassword } from "./gotrue-protocol.server.ts";
import type { IdentityContext } from "./identity-context.server.ts";
import { revokeMailTokens } from "./mail-tokens.server.ts";
import { refuseUnfitPassword } from "./password-hasher.server.ts";
import { userBody, type UserRow } from "./identity-tables.server.ts";

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
export async function changePassword(
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
