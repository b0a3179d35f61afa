import { expect, test } from "vitest";
import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { createThrowAwayDatabase, openEmbeddedIdentity, testServerUrl } from "./embedded-identity.ts";
import { hostedProject, openGotrueIdentity, openHostedIdentity } from "./hosted-identity.ts";
import { identityContract } from "./identity.contract.ts";
import { createSupabaseIdentity } from "../../../app/adapters/hosted/supabase/supabase-identity.server.ts";
import { openBrowser } from "./browser.ts";

const project = hostedProject(process.env);

identityContract("embedded, on PGlite", async () => openEmbeddedIdentity(await openPgliteDatabase(null)));
// Both databases run the same statements of the embedded identity; the hosted product uses Supabase Auth.
const sweeps = process.env["SWEEP"] === "full";
identityContract(
  "embedded, on PostgreSQL",
  testServerUrl && sweeps ? onPostgres(testServerUrl) : null,
  "TEST_DATABASE_URL and SWEEP=full",
);
identityContract(
  "Supabase Auth, by protocol",
  testServerUrl ? () => openGotrueIdentity(testServerUrl ?? "") : null,
  "TEST_DATABASE_URL",
);
const program = process.env["TEST_AUTH_PROGRAM"];
identityContract(
  "Supabase Auth, its own program",
  testServerUrl && program ? () => openGotrueIdentity(testServerUrl ?? "", { program }) : null,
  "TEST_DATABASE_URL and TEST_AUTH_PROGRAM",
);
identityContract(
  "Supabase Auth, a real project",
  project && (async () => openHostedIdentity(project)),
  "TEST_SUPABASE_URL, …_PUBLISHABLE_KEY, …_SECRET_KEY and …_MAILBOX_URL",
);

function onPostgres(serverUrl: string) {
  return async () => {
    const database = await createThrowAwayDatabase(serverUrl);
    return openEmbeddedIdentity({ kysely: database.connect().kysely, close: database.drop });
  };
}

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
