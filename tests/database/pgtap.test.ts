import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, type QueryArrayResult } from "pg";
import { openPostgresDatabase } from "../../app/adapters/hosted/database/postgres-database.server.ts";
import { migrate } from "../../app/server/database/migrate.server.ts";
import { createSupabaseDatabase, type SupabaseDatabase } from "../servers/supabase-database.ts";

const folder = join(import.meta.dirname, "../../supabase/tests");
const files = await Promise.all(
  (await readdir(folder)).sort().map(async (file) => ({ file, text: await readFile(join(folder, file), "utf8") })),
);
const subjects = files.filter(({ file }) => file !== "schema.test.sql");

const serverUrl = process.env["TEST_DATABASE_URL"];
const pgtap =
  serverUrl !== undefined &&
  (await asked(serverUrl, "select from pg_available_extensions where name = 'pgtap'")).length > 0;
const meta = { skipped: "no pgTAP (Debian: apt-get install postgresql-<version>-pgtap)" };

describe.skipIf(!pgtap)("supabase/tests on a database with Supabase's roles, as its own role", { meta }, () => {
  let database: SupabaseDatabase;
  beforeAll(async () => {
    database = await createSupabaseDatabase(serverUrl ?? "");
    const { withConnection, close } = openPostgresDatabase(database.url, 1);
    await withConnection((connection) => migrate(connection, { bootstrap: null }));
    await close();
    // Each file asks for it, which on Supabase is done with a superuser's rights.
    await database.asSuperuser("create extension pgtap with schema extensions");
  });
  afterAll(() => database.drop());

  test.each(files)("$file", async ({ text }) => {
    expect(tapVerdict(await asked(database.url, text))).toEqual([]);
  });

  test("name every table, view and function in the pgTAP file of their subject", async () => {
    const ours = await asked(
      database.url,
      `select relname from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'm', 'f')
       union select proname from pg_proc where pronamespace = 'public'::regnamespace`,
    );
    expect(ours.length).toBeGreaterThan(20);
    const unnamed = ours.filter((name) => !subjects.some(({ text }) => new RegExp(`'${name}'`).test(text)));
    expect(unnamed).toEqual([]);
  });

  test.each([
    ["schema", "create table public.pitfall (id integer)", "the public schema has these tables only"],
    ["schema", "grant select (coins) on public.profiles to anon", "visitors have no right on any table or column"],
    ["schema", "create function public.pitfall() returns int language sql as 'select 1'", "visitors call no function"],
    [
      "account",
      "grant update (coins) on public.profiles to authenticated",
      "a member may not: update profiles set coins",
    ],
    ["gems", "grant execute on function public.settle_purchase to authenticated", "authenticated: settle_purchase"],
    ["photos", "create policy open on public.photos for select to authenticated using (true)", "their own photos only"],
    ["transformations", "alter table public.batches disable row level security", "their own batches only"],
    [
      "sharing",
      "grant select on public.share_reports to authenticated",
      "a member may not: select * from share_reports",
    ],
  ])("fail %s.test.sql after: %s", async (subject, mistake, found) => {
    const text = files.find(({ file }) => file === `${subject}.test.sql`)?.text ?? "";
    const verdict = tapVerdict(await asked(database.url, text.replace("begin;", `begin; ${mistake};`)));
    expect(verdict.filter((line) => line.startsWith("not ok")).join("\n")).toContain(found);
  });

  test.each([
    [["1..2", "ok 1 - one", "not ok 2 - two", "# Failed test 2"], "not ok 2 - two"],
    [["1..2", "ok 1 - one", "# Looks like you planned 2 tests but ran 1"], "1 of 2 planned tests passed"],
    [["ok 1 - one"], "1 of 0 planned tests passed"],
  ])("fail on the output %j", (output, found) => {
    expect(tapVerdict(output)).toContain(found);
  });
});

/** The first column of every row that these statements answer, in order; on a connection of their own. */
export async function asked(url: string, text: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // Several statements at once are answered by several results, which pg's types do not know of.
    const answered = (await client.query({ text, rowMode: "array" })) as QueryArrayResult | QueryArrayResult[];
    return [answered].flat().flatMap(({ rows }) => rows.map(([first]) => String(first ?? "")));
  } finally {
    await client.end();
  }
}

export function tapVerdict(output: readonly string[]): string[] {
  const lines = output.flatMap((each) => each.split("\n")).filter((line) => /^(ok|not ok|#|\d+\.\.\d+)/.test(line));
  const planned = Number(lines.find((line) => /^1\.\.\d+$/.test(line))?.slice(3) ?? 0);
  const passed = lines.filter((line) => line.startsWith("ok ")).length;
  if (planned > 0 && passed === planned && !lines.some((line) => /^(not ok|# Looks like)/.test(line))) return [];
  return [...lines.filter((line) => !line.startsWith("ok ")), `${passed} of ${planned} planned tests passed`];
}
