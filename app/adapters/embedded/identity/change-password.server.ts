import { samePassword } from "./gotrue-errors.server.ts";
import type { IdentityContext } from "./identity-context.server.ts";
import { revokeMailTokens } from "./mail-tokens.server.ts";
import { refuseUnfitPassword } from "./password-rules.server.ts";
import { userBody, type UserRow } from "./users.server.ts";

/**
 * PUT /user with a password, and with metadata that is laid over the present one (null removes a key). Ends the person's other sessions and their mailed links in the same transaction, as
 * GoTrue does (models.User.UpdatePassword).
 * @throws GotrueError `weak_password`, `same_password`
 */
export async function changePassword(
  context: IdentityContext,
  { user, sessionId }: { user: UserRow; sessionId: string },
  { password, data }: { password: string; data: Record<string, unknown> },
) {
  refuseUnfitPassword(password);
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
        raw_user_meta_data: JSON.stringify(mergedMetadata(user, data)),
        updated_at: context.now(),
      })
      .where("id", "=", user.id)
      .returningAll()
      .executeTakeFirstOrThrow();
  });
  return userBody(changed);
}

function mergedMetadata({ raw_user_meta_data: present }: UserRow, data: Record<string, unknown>) {
  return Object.fromEntries(Object.entries({ ...present, ...data }).filter(([, value]) => value !== null));
}
