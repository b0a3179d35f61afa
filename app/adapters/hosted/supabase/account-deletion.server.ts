import { createClient } from "@supabase/supabase-js";
import type { IdentityAnswer, Member } from "../../../account/identity.ts";
import { identityRefusal } from "./identity-refusals.server.ts";

interface AccountDeletionOptions {
  url: string;
  publishableKey: string;
  /** Supabase's secret key: only with it may an account be deleted (supabase.com/docs/reference/javascript/auth-admin-deleteuser). */
  adminKey: string;
  fetch: typeof fetch;
}

/** Deletes an account once its password was given again. The session that asks, and all others, end with it. */
export function createAccountDeletion({ url, publishableKey, adminKey, fetch }: AccountDeletionOptions) {
  // Clients of their own: neither the check nor the deletion may touch the cookies of whoever asks.
  const client = (key: string) =>
    createClient(url, key, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch },
    }).auth;
  return async function deleteAccount({ id, email }: Member, password: string): Promise<IdentityAnswer> {
    const check = client(publishableKey);
    const signedIn = await check.signInWithPassword({ email, password });
    if (signedIn.error) return identityRefusal(signedIn.error);
    const remove = () => client(adminKey).admin.deleteUser(id);
    let { error } = await remove();
    // Once more after a failure of the service's own, such as a deadlock with work that was just ending.
    if (error?.status && error.status >= 500) ({ error } = await remove());
    // Gone already, by a press whose answer was lost.
    if (!error || error.code === "user_not_found") return { ok: true };
    await check.signOut({ scope: "local" });
    return identityRefusal(error);
  };
}
