import { createClient } from "@supabase/supabase-js";
import type { IdentityRefusal } from "../../../account/identity.ts";
import { identityRefusal } from "./identity-refusals.server.ts";

interface PasswordCheckOptions {
  url: string;
  publishableKey: string;
  fetch: typeof fetch;
}

export type CheckedPassword = { ok: true; end(): Promise<unknown> } | IdentityRefusal;

/** Signs in on a separate client, which leaves the request's cookies alone. */
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
