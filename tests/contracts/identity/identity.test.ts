import { openPgliteDatabase } from "../../../app/adapters/embedded/database/pglite-database.server.ts";
import { openEmbeddedIdentity } from "./embedded-identity.ts";
import { openGotrueIdentity } from "./gotrue-identity.ts";
import { hostedProject, openHostedIdentity } from "./hosted-identity.ts";
import { identityContract } from "./identity.contract.ts";
import { createThrowAwayDatabase, testServerUrl } from "./postgres-identity.ts";

const project = hostedProject(process.env);

identityContract("embedded, on PGlite", async () => openEmbeddedIdentity(await openPgliteDatabase(null)));
// The embedded identity's statements are the same on both; the hosted product asks Supabase Auth.
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
