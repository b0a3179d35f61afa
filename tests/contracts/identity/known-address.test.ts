import { expect, test } from "vitest";
import { createSupabaseIdentity } from "../../../app/adapters/hosted/supabase/supabase-identity.server.ts";
import { openBrowser } from "./browser.ts";

/** Supabase Auth's answer to a sign-up, with these identities (supabase.com/docs/reference/javascript/auth-signup). */
const answering =
  (identities: object[]): typeof fetch =>
  async () =>
    Response.json({
      id: "7c9e6679-7425-40de-944b-e07fc1f90ae7",
      aud: "authenticated",
      role: "",
      email: "ada@example.com",
      confirmation_sent_at: "2026-11-21T07:00:00Z",
      app_metadata: { provider: "email", providers: ["email"] },
      user_metadata: {},
      identities,
      created_at: "2026-11-21T07:00:00Z",
      updated_at: "2026-11-21T07:00:00Z",
      is_anonymous: false,
    });

test.each([
  ["a confirmed address, which has no identities in the answer", [], ["ada@example.com"]],
  ["a new one", [{ id: "1", provider: "email" }], []],
])("reports sign-up of %s to the mailer of known addresses", async (_, identities, told) => {
  const known: string[] = [];
  const identity = createSupabaseIdentity({
    url: "http://identity.internal",
    publishableKey: "publishable",
    adminKey: "admin",
    appUrl: "http://localhost:3000",
    secureCookies: false,
    fetch: answering(identities),
    onKnownAddress: (email) => known.push(email),
  });
  const signUp = { fullName: "Ada", email: "ada@example.com", password: "correct horse" };
  expect(await openBrowser(identity).visit((session) => session.signUp(signUp))).toMatchObject({ ok: true });
  expect(known).toEqual(told);
});
