import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { MigrationConnection } from "../../app/server/database/migrate.server.ts";
import { type OpenEngine, pglite } from "./engines.ts";

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

/** A known way to go wrong on Supabase (supabase.com/docs/guides/database/database-advisors), found in the catalog. */
export interface Pitfall {
  name: string;
  /** Answers one row per place, with its name in `place`. */
  query: string;
  /** Places where it is meant, with why. */
  meant: Readonly<Record<string, string>>;
  /** A small schema that has it. */
  violation: string;
}

const ours = "('public'::regnamespace, 'private'::regnamespace)";
/** Whether an index of `relation` begins with these columns. */
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
