import { createClient } from "@supabase/supabase-js";
import type { IdentityRefusal } from "../../../account/identity.ts";
import { identityRefusal } from "./identity-refusals.server.ts";

interface PasswordCheckOptions {
  url: string;
  publishableKey: string;
  fetch: typeof fetch;
}

/** `end` closes the session that the check opened; a changed or deleted account ends it by itself. */
export type CheckedPassword = { ok: true; end(): Promise<unknown> } | IdentityRefusal;

/** Checks a member's password by signing in on a client of its own, which leaves the cookies of the request alone. */
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
