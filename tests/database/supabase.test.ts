import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { Client, type QueryArrayResult } from "pg";
import { migrate, type MigrationConnection } from "../../app/server/database/migrate.server.ts";
import { type OpenEngine, pglite } from "./engines.ts";
import { openPostgresDatabase } from "../../app/adapters/hosted/database/postgres-database.server.ts";
import { createSupabaseDatabase, type SupabaseDatabase } from "../servers/supabase-database.ts";

describe("known pitfalls of Supabase schemas", () => {
  let open: OpenEngine;
  beforeAll(async () => void (open = await pglite.open()));
  afterAll(() => open.close());

  const places = async (connection: MigrationConnection, { query }: Pitfall) =>
    (await connection.query(query)).map(({ place }) => String(place)).sort();

  test.each(pitfalls)("$name", async (pitfall) => {
    expect(await open.withConnection((connection) => places(connection, pitfall))).toEqual(Object.keys(pitfall.meant));
  });

  test.each(pitfalls)("are detected in a schema with $name", async (pitfall) => {
    const found = await open.withConnection(async (connection) => {
      await connection.script(`begin; ${pitfall.violation}`);
      return places(connection, pitfall).finally(() => connection.script("rollback"));
    });
    expect(found.filter((place) => place.includes("pitfall"))).toHaveLength(1);
  });
});

/** A known mistake on Supabase (supabase.com/docs/guides/database/database-advisors), found in the catalog. */
export interface Pitfall {
  name: string;
  /** Returns one row per place, with its name in `place`. */
  query: string;
  /** Intended places, with the reason. */
  meant: Readonly<Record<string, string>>;
  /** A small schema with this mistake. */
  violation: string;
}

const ours = "('public'::regnamespace, 'private'::regnamespace)";
/** Checks whether an index of `relation` begins with these columns. */
const indexed = (relation: string, columns: string) => `exists (select 1 from pg_index
  where indrelid = ${relation} and (indpred is null or pg_get_expr(indpred, indrelid) like '% IS NOT NULL)')
    and (string_to_array(indkey::text, ' ')::int2[])[1:cardinality(${columns})] @> ${columns})`;

const sharesByOwner = "pages read live links, which have a partial index; deleting an account reads the table once";

export const pitfalls: Pitfall[] = [
  {
    name: "a function whose search path its caller chooses",
    query: `select oid::regprocedure::text as place from pg_proc where pronamespace in ${ours}
      and not coalesce(proconfig, '{}') && array['search_path=""', 'search_path=']`,
    meant: {},
    violation: "create function public.pitfall() returns int language sql as 'select 1'",
  },
  {
    name: "a function with its owner's rights that visitors or members may call",
    query: `select oid::regprocedure::text as place from pg_proc where prosecdef and pronamespace in ${ours}
      and (has_function_privilege('anon', oid, 'execute') or has_function_privilege('authenticated', oid, 'execute'))`,
    meant: {
      "photos_before(uuid)": "counts others' waiting photos before one's own, and answers for one's own alone",
      "search_transformations(text,text,timestamp with time zone,uuid,integer)":
        "reads the signed-in member's rows alone; row level security keeps ILIKE from the index",
    },
    violation: `create function public.pitfall() returns int language sql security definer set search_path = ''
      as 'select 1'; grant execute on function public.pitfall() to authenticated`,
  },
  {
    name: "a foreign key without an index, which makes deleting what it refers to slow",
    query: `select conrelid::regclass || ' ' || conname as place from pg_constraint
      where contype = 'f' and connamespace in ${ours} and not ${indexed("conrelid", "conkey")}`,
    meant: {
      "shares shares_user_id_fkey": sharesByOwner,
      "transformation_looks transformation_looks_photo_id_user_id_fkey": "photo_id alone is unique and has an index",
    },
    violation: `create table public.pitfall (id uuid primary key, photo_id uuid references public.photos (id));
      alter table public.pitfall enable row level security`,
  },
  {
    name: "a policy on a column without an index, which reads the whole table for every member",
    query: `select distinct polrelid::regclass || ' ' || attname as place from pg_policy
      join pg_depend on classid = 'pg_policy'::regclass and objid = pg_policy.oid
        and refclassid = 'pg_class'::regclass and refobjid = polrelid and refobjsubid > 0
      join pg_attribute on attrelid = polrelid and attnum = refobjsubid
      where polqual is not null and attname like '%user_id' and not ${indexed("polrelid", "array[attnum]::int2[]")}`,
    meant: { "shares user_id": sharesByOwner },
    violation: `create table public.pitfall (id uuid primary key, user_id uuid);
      alter table public.pitfall enable row level security;
      create policy own on public.pitfall for select to authenticated using (user_id = (select auth.uid()))`,
  },
  {
    name: "a table without row level security",
    query: `select oid::regclass::text as place from pg_class
      where relkind in ('r', 'p') and relnamespace in ${ours} and not relrowsecurity`,
    meant: {},
    violation: "create table public.pitfall (id uuid primary key)",
  },
  {
    name: "a policy that asks who is here for every row",
    query: `select format('%I.%I %s', schemaname, tablename, policyname) as place from pg_policies
      where schemaname in ('public', 'private')
        and regexp_replace(coalesce(qual, '') || coalesce(with_check, ''), 'SELECT auth\\.uid\\(\\)', '', 'g') like '%auth.uid()%'`,
    meant: {},
    violation: `create table public.pitfall (id uuid primary key, user_id uuid unique);
      alter table public.pitfall enable row level security;
      create policy own on public.pitfall for select to authenticated using (user_id = auth.uid())`,
  },
  {
    name: "a view that reads with its owner's rights",
    query: `select oid::regclass::text as place from pg_class where relkind in ('v', 'm') and relnamespace in ${ours}
      and not coalesce(reloptions, '{}') && array['security_invoker=true', 'security_invoker=on']`,
    meant: {},
    violation: "create view public.pitfall as select 1 as one",
  },
];

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
    // Each file needs the extension, and creating it on Supabase needs a superuser's rights.
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

/** Runs the statements on a separate connection. Returns the first column of every row, in order. */
export async function asked(url: string, text: string): Promise<string[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    // For several statements pg returns several results, which its types do not cover.
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
