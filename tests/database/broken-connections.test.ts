import { CompiledQuery, sql } from "kysely";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import {
  type OpenPostgres,
  openPostgresDatabase,
} from "../../app/adapters/hosted/database/postgres-database.server.ts";
import { type OpenEngine, postgres } from "./engines.ts";
import { newMember } from "./members.ts";

const nap = "select pg_sleep(0.6), pg_backend_pid() as pid";
const silence = "Query read timeout";

describe.skipIf(postgres.missing)("a silent connection to PostgreSQL", () => {
  const url = process.env["TEST_DATABASE_URL"] ?? "";
  let open: OpenPostgres;
  const pidOf = async () =>
    (await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(open.kysely)).rows[0]?.pid;
  afterEach(() => open.close());

  test("a silent connection is dropped after the limit, and the next query uses another one at once", async () => {
    open = openPostgresDatabase(url, 1, { silenceMs: 150 });
    const first = await pidOf();
    await expect(open.kysely.executeQuery(CompiledQuery.raw(nap))).rejects.toThrow(silence);
    expect(await pidOf()).not.toBe(first);
  });

  test("a silent connection is dropped after the limit when a caller holds it exclusively", async () => {
    open = openPostgresDatabase(url, 1, { silenceMs: 150 });
    const first = await pidOf();
    await expect(open.withConnection((connection) => connection.script(nap))).rejects.toThrow(silence);
    expect(await pidOf()).not.toBe(first);
  });

  test("a silent connection is retained without a limit, as for migrations and audits", async () => {
    open = openPostgresDatabase(url, 1, { silenceMs: null });
    const [row] = await open.withConnection((connection) => connection.query(nap));
    const { rows } = await open.kysely.executeQuery<{ pid: number }>(CompiledQuery.raw(nap));
    expect(rows[0]?.pid).toBe(row?.["pid"]);
  });
});

describe.skipIf(postgres.missing)("cut connections to PostgreSQL", () => {
  let open: OpenEngine;
  beforeAll(async () => void (open = await postgres.open(2)));
  afterAll(() => open.close());

  test("fails the open transaction without changes and serves the next one", async () => {
    const member = await newMember(open.kysely);
    const cut = open.database.asMember(member, async (trx) => {
      await trx.updateTable("profiles").set({ display_name: "Half done" }).execute();
      const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx);
      await sql`select pg_terminate_backend(${rows[0]?.pid}, 5000)`.execute(open.kysely);
      await trx.selectFrom("profiles").selectAll().execute();
    });
    await expect(cut).rejects.toThrow(/connection/i);
    const profile = await open.database.asMember(member, (trx) =>
      trx.selectFrom("profiles").select("display_name").execute(),
    );
    expect(profile).toEqual([{ display_name: "Ada Obi" }]);
  });
});
