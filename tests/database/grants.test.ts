import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { engines, type OpenEngine, supabase } from "./engines.ts";
import { expectedFunctionGrants, expectedPolicies, expectedTableGrants } from "./grant-matrix.ts";

for (const engine of [...engines, supabase]) {
  describe.skipIf(engine.missing)(`grants of the API roles on ${engine.name}`, () => {
    let open: OpenEngine;
    beforeAll(async () => void (open = await engine.open()));
    afterAll(() => open.close());

    const texts = async (query: string) =>
      (await sql.raw<{ text: string }>(query).execute(open.kysely)).rows.map((row) => row.text).sort();

    test("match the matrix for tables and columns", async () => {
      expect(await texts(tableGrants)).toEqual(expectedTableGrants);
    });

    test("match the matrix for functions", async () => {
      expect(await texts(functionGrants)).toEqual(expectedFunctionGrants);
    });

    test("include no sequence", async () => {
      expect(await texts(sequenceGrants)).toEqual([]);
    });

    test("let members use public and auth.uid, but not private, and let no role create objects", async () => {
      expect(await texts(schemaGrants)).toEqual([
        "auth anon usage",
        "auth authenticated usage",
        "auth service_role usage",
        "public anon usage",
        "public authenticated usage",
        "public service_role usage",
      ]);
    });

    test("apply to tables in public and private that all have row level security", async () => {
      const open = await texts(`select format('%s.%s', relnamespace::regnamespace, relname) as text from pg_class
        where relkind in ('r', 'p') and relnamespace in ('public'::regnamespace, 'private'::regnamespace) and not relrowsecurity`);
      expect(open).toEqual([]);
    });

    test("include no view, which would read with its owner's rights", async () => {
      const views =
        await texts(`select format('%s.%s', schemaname, viewname) as text from pg_views where schemaname in ('public', 'private')
        union all select format('%s.%s', schemaname, matviewname) from pg_matviews`);
      expect(views).toEqual([]);
    });

    test("follow one policy per operation, for signed-in members only", async () => {
      expect(
        await texts(`select format('%s %s %s', tablename, lower(cmd), roles) as text from pg_policies
          where schemaname in ('public', 'private')`),
      ).toEqual(expectedPolicies);
    });

    test("follow policies that compare the caller's id once per statement", async () => {
      const loose = await texts(`select format('%s: %s', tablename, policyname) as text from pg_policies
        where schemaname in ('public', 'private')
        and coalesce(qual, with_check) not like '%( SELECT auth.uid() AS uid)%' or coalesce(qual, '') = 'true'`);
      expect(loose).toEqual([]);
    });

    test("include only security definer functions with an empty search path", async () => {
      const definers =
        await texts(`select proname || ': ' || coalesce(array_to_string(proconfig, ' '), 'none') as text from pg_proc
        where prosecdef and pronamespace in ('public'::regnamespace, 'private'::regnamespace)`);
      expect(definers.length).toBeGreaterThanOrEqual(4);
      expect(definers.filter((line) => !line.endsWith(': search_path=""'))).toEqual([]);
    });

    test("let only the service role bypass row level security", async () => {
      expect(
        await texts(`select rolname as text from pg_roles where (rolbypassrls or rolsuper or rolcanlogin)
          and rolname in ('anon', 'authenticated', 'service_role')`),
      ).toEqual(["service_role"]);
    });
  });
}

/** Grantees of an access control list; 0 is PUBLIC, which stands for all three roles. */
const granted = (acl: string) => `lateral aclexplode(${acl}) as entry
  join pg_roles role on entry.grantee in (role.oid, 0) and role.rolname in ('anon', 'authenticated', 'service_role')`;

const ours = "('public'::regnamespace, 'private'::regnamespace, 'auth'::regnamespace)";

const tableGrants = `
  select format('%s.%s %s %s', relnamespace::regnamespace, relname, role.rolname, lower(entry.privilege_type)) as text
    from pg_class, ${granted("relacl")}
    where relkind in ('r', 'p', 'v', 'm', 'f') and relnamespace in ${ours}
  union
  select format('%s.%s %s %s (%s)', relnamespace::regnamespace, relname, role.rolname, lower(entry.privilege_type),
      string_agg(attname, ', ' order by attname))
    from pg_class join pg_attribute on attrelid = pg_class.oid, ${granted("attacl")}
    where relnamespace in ${ours} group by relnamespace, relname, role.rolname, entry.privilege_type
 `;

const functionGrants = `
  select distinct format('%s.%s %s', pronamespace::regnamespace, proname, role.rolname) as text
    from pg_proc, ${granted("coalesce(proacl, acldefault('f', proowner))")}
    where pronamespace in ('public'::regnamespace, 'private'::regnamespace)`;

const sequenceGrants = `
  select format('%s %s %s', relname, role.rolname, lower(entry.privilege_type)) as text
    from pg_class, ${granted("relacl")} where relkind = 'S' and relnamespace in ${ours}`;

const schemaGrants = `
  select distinct format('%s %s %s', nspname, role.rolname, lower(entry.privilege_type)) as text
    from pg_namespace, ${granted("nspacl")}
    where nspname not like 'pg\\_%' and nspname not in ('information_schema', 'extensions')`;
