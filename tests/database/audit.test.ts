import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { CompiledQuery, sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { auditGems, checks, type Finding, findings, report } from "../../app/gems/audit/audit-gems.server.ts";
import { type DamagedIds, damages } from "./audit-damages.ts";
import { type AuditedLife, liveAuditedLife } from "./audit-life.ts";
import { type OpenEngine, postgres, usualEngine } from "./engines.ts";

/** Thrown to roll the damage back. */
class Undone extends Error {}

const broken = (found: Finding[]) =>
  Object.fromEntries(
    found.filter(({ violations }) => violations.length).map(({ check, violations }) => [check.invariant, violations]),
  );

for (const engine of usualEngine) {
  describe.skipIf(engine.missing)(`gems:audit on ${engine.name}`, () => {
    let open: OpenEngine;
    let life: AuditedLife;
    beforeAll(async () => {
      open = await engine.open();
      life = await liveAuditedLife(open);
    });
    afterAll(() => open.close());

    async function foundAfter(damage: string): Promise<Finding[]> {
      let found: Finding[] = [];
      const undone = open.kysely.transaction().execute(async (trx) => {
        const statements = ["set local session_replication_role = replica", ...damage.split(";\n")];
        for (const statement of statements) await trx.executeQuery(CompiledQuery.raw(statement));
        found = await findings(trx);
        throw new Undone();
      });
      await expect(undone).rejects.toThrow(Undone);
      return found;
    }

    test("passes after a mixed history and examines rows for every invariant", async () => {
      const found = await auditGems(open.kysely);
      expect(broken(found)).toEqual({});
      expect(found.filter(({ examined }) => !examined).map(({ check }) => check.invariant)).toEqual([]);
      expect(report(found)).toMatch(new RegExp(`All ${checks.length} promises hold\\.$`));
    });

    test.each(damages)("finds $what", async ({ sql, finds }) => {
      const found = await foundAfter(sql(life));
      expect(broken(found)).toEqual(finds(await idsOf(open, life)));
    });

    test("includes damage for every invariant", () => {
      const ids: DamagedIds = { ...life, heldRow: "", returnRow: "" };
      const found = new Set(damages.flatMap(({ finds }) => Object.keys(finds(ids))));
      expect(checks.map(({ invariant: promise }) => promise).filter((promise) => !found.has(promise))).toEqual([]);
    });

    test("names and counts violations without addresses and names", async () => {
      const damaged = await foundAfter(`update public.profiles set coins = coins + 1`);
      const text = report(damaged);
      expect(text).toContain(`Off: a member's balance is the sum of their ledger (member):\n  `);
      for (const id of [life.ada, life.bayo]) expect(text).toContain(`\n  ${id}\n`);
      expect(text).toMatch(/^ {8}2 {6}2 {2}a member's balance is the sum of their ledger$/m);
      expect(text).toMatch(/2 of \d+ promises are broken\.$/);
      expect(text).not.toMatch(/@|Ada Obi/);
    });

    test("refuses to judge tables that it cannot read", async () => {
      const asMember = open.database.asMember(life.ada, (trx) => findings(trx));
      await expect(asMember).rejects.toThrow("does not see every row of auth.users, private.welcome_bonuses, public.");
    });
  });
}

describe.skipIf(postgres.missing)("npm run gems:audit on PostgreSQL", () => {
  test("exits with 0 for a sound ledger and with 1 and the ids for a broken one", async () => {
    const open = await postgres.open();
    try {
      const { ada } = await liveAuditedLife(open);
      const audit = () => command({ DATABASE_URL: open.queue.connectionString, SESSION_SECRET: "x".repeat(32) });
      expect((await audit()).stdout).toContain("promises hold.");
      await sql`update profiles set kept_transformations = 99 where user_id = ${ada}`.execute(open.kysely);
      await expect(audit()).rejects.toMatchObject({
        code: 1,
        stdout: expect.stringContaining(
          `as are counted (member):\n  ${ada}\n\n1 of ${checks.length} promises are broken.`,
        ),
      });
    } finally {
      await open.close();
    }
  });

  test("exits with 1 and a message without a database", async () => {
    await expect(command({ DATA_DIR: "/nowhere" })).rejects.toMatchObject({
      code: 1,
      stdout: "",
      stderr: "There is no database in /nowhere. Set DATA_DIR or DATABASE_URL to the one that is meant.\n",
    });
  });
});

function command(environment: Record<string, string | undefined>) {
  const script = join(import.meta.dirname, "../../bin/audit-gems.ts");
  return promisify(execFile)(process.execPath, [script], { env: { PATH: process.env["PATH"], ...environment } });
}

test("lists twenty ids in the report and counts the rest", () => {
  const off = Array.from({ length: 23 }, (_, place) => `id-${place}`);
  const [check] = checks;
  if (!check) throw new Error("no checks");
  expect(report([{ check, examined: 30, violations: off }])).toContain("\n  id-19\n  and 3 more\n");
});

/** Ids of the ledger rows that the damages change. */
async function idsOf({ kysely }: OpenEngine, life: AuditedLife): Promise<DamagedIds> {
  const row = async (key: string) => {
    const { id } = await kysely
      .selectFrom("coin_transactions")
      .select("id")
      .where("idempotency_key", "=", key)
      .executeTakeFirstOrThrow();
    return String(id);
  };
  return { ...life, heldRow: await row(`usage:${life.completed}`), returnRow: await row(`refund:${life.failed}`) };
}
