import { startPostgresCluster } from "./postgres-cluster.ts";

/**
 * Gives the tests a PostgreSQL server on which they may create databases: the one at TEST_DATABASE_URL, or one of
 * their own for as long as they run. Where neither can be had, they are reported as skipped.
 */
export default async function throwAwayPostgres(): Promise<(() => Promise<void>) | undefined> {
  if (process.env["TEST_DATABASE_URL"]) return undefined;
  const cluster = await startPostgresCluster();
  if (!cluster) {
    process.stderr.write(
      "SKIPPED: everything that needs a real PostgreSQL, the races among it: no initdb on the PATH or in " +
        "/usr/lib/postgresql/*/bin. Install PostgreSQL's server (Debian: apt-get install postgresql), or set TEST_DATABASE_URL.\n",
    );
    return undefined;
  }
  process.env["TEST_DATABASE_URL"] = cluster.url;
  return async () => {
    delete process.env["TEST_DATABASE_URL"];
    await cluster.stop();
  };
}
