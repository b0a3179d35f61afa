import { createClient } from "@supabase/supabase-js";
import type { IdentityAnswer, Member, IdentityRefusal } from "../../../account/identity.ts";
import { identityRefusal } from "./identity-refusals.server.ts";

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
    // One retry after a server error, such as a deadlock with a job's end.
    if (error?.status && error.status >= 500) ({ error } = await auth.admin.deleteUser(id));
    // Already deleted by an earlier request.
    if (!error || error.code === "user_not_found") return { ok: true };
    await checked.end();
    return identityRefusal(error);
  };
}

interface PasswordCheckOptions {
  url: string;
  publishableKey: string;
  fetch: typeof fetch;
}

type CheckedPassword = { ok: true; end(): Promise<unknown> } | IdentityRefusal;

/** Signs in on a separate client, which does not change the request's cookies. */
export function createPasswordCheck({ url, publishableKey, fetch }: PasswordCheckOptions) {
  return async function checkPassword(email: string, password: string): Promise<CheckedPassword> {
    const { auth } = createClient(url, publishableKey, {
      auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      global: { fetch },
    });
    const { error } = await auth.signInWithPassword({ email, password });
    return error ? identityRefusal(error) : { ok: true, end: () => auth.signOut({ scope: "local" }) };
  };
}
