import { createClient } from "@supabase/supabase-js";
import type { IdentityAnswer, Member } from "../../../account/identity.ts";
import { identityRefusal } from "./identity-refusals.server.ts";
import type { CheckedPassword } from "./password-check.server.ts";

interface AccountDeletionOptions {
  url: string;
  /** Supabase's secret key: only with it may an account be deleted (supabase.com/docs/reference/javascript/auth-admin-deleteuser). */
  adminKey: string;
  checkPassword: (email: string, password: string) => Promise<CheckedPassword>;
  fetch: typeof fetch;
}

/** Deletes an account once its password was given again. The session that asks, and all others, end with it. */
export function createAccountDeletion({ url, adminKey, checkPassword, fetch }: AccountDeletionOptions) {
  return async function deleteAccount({ id, email }: Member, password: string): Promise<IdentityAnswer> {
    const checked = await checkPassword(email, password);
    if (!checked.ok) return checked;
    const { auth } = createClient(url, adminKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch },
    });
    let { error } = await auth.admin.deleteUser(id);
    // Once more after a failure of the service's own, such as a deadlock with work that was just ending.
    if (error?.status && error.status >= 500) ({ error } = await auth.admin.deleteUser(id));
    // A repeated request finds the account deleted already.
    if (!error || error.code === "user_not_found") return { ok: true };
    await checked.end();
    return identityRefusal(error);
  };
}
