import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { postgres, type OpenEngine } from "./engines.ts";
import { newMember } from "./members.ts";

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
