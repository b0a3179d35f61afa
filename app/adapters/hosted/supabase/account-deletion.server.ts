import { createClient } from "@supabase/supabase-js";
import type { IdentityAnswer, Member } from "../../../account/identity.ts";
import { identityRefusal } from "./identity-refusals.server.ts";
import type { CheckedPassword } from "./password-check.server.ts";

interface AccountDeletionOptions {
  url: string;
  /** Secret key (supabase.com/docs/reference/javascript/auth-admin-deleteuser). */
  adminKey: string;
  checkPassword: (email: string, password: string) => Promise<CheckedPassword>;
  fetch: typeof fetch;
}

export function createAccountDeletion({ url, adminKey, checkPassword, fetch }: AccountDeletionOptions) {
  return async function deleteAccount({ id, email }: Member, password: string): Promise<IdentityAnswer> {
    const checked = await checkPassword(email, password);
    if (!checked.ok) return checked;
    const { auth } = createClient(url, adminKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch },
    });
    let { error } = await auth.admin.deleteUser(id);
    // One retry after an error of the service, such as a deadlock with a job's end.
    if (error?.status && error.status >= 500) ({ error } = await auth.admin.deleteUser(id));
    // Already deleted by an earlier request.
    if (!error || error.code === "user_not_found") return { ok: true };
    await checked.end();
    return identityRefusal(error);
  };
}
