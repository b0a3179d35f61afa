import { execFile } from "node:child_process";
import { readdir } from "node:fs/promises";
import { promisify } from "node:util";
import { Client } from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { migrationsFolder } from "../../app/server/database/migrate.server.ts";
import { type HostedServices, startHostedServices } from "../servers/hosted-services.ts";

describe.skipIf(!process.env["TEST_DATABASE_URL"])("the release command on a new Supabase project", () => {
  let services: HostedServices;
  beforeAll(async () => void (services = await startHostedServices()));
  afterAll(() => services.stop());

  const release = async () => {
    const env = { PATH: process.env["PATH"] ?? "", ...services.environment };
    return (await promisify(execFile)(process.execPath, ["app/server/database/migrate.ts"], { env })).stdout;
  };
  const ask = async (text: string) => {
    const client = new Client({ connectionString: services.environment["DATABASE_URL"] });
    await client.connect();
    return (await client.query(text).finally(() => client.end())).rows;
  };

  test("applies every migration once as the project's role, which is no superuser and does not own `auth`", async () => {
    const versions = (await readdir(migrationsFolder)).sort().map((file) => file.split("_")[0]);
    expect(await release()).toBe(`Applied ${versions.join(", ")}.\n`);
    expect(await release()).toBe("Nothing to apply.\n");
    expect(
      await ask(`select rolsuper, nspowner = r.oid as owns_auth from pg_roles r, pg_namespace
        where rolname = current_user and nspname = 'auth'`),
    ).toEqual([{ rolsuper: false, owns_auth: false }]);
  });
});
