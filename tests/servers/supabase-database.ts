import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { Client } from "pg";

/** A database of a new Supabase project: its roles, schemas and privileges, without our tables. */
export interface SupabaseDatabase {
  /** For DATABASE_URL: the role that Supabase calls `postgres`, which owns the database but is no superuser. */
  url: string;
  /** Supabase Auth's own connection: the owner of the schema `auth`. */
  authUrl: string;
  /** For the cluster's superuser, a role that only Supabase itself has, not a project. */
  superuserUrl: string;
  /** Runs a script as the superuser. */
  asSuperuser: (script: string) => Promise<void>;
  drop: () => Promise<void>;
}

/** Supabase's `postgres`; the superuser of test clusters already has that name. */
const projectRole = "supabase_postgres";
const authRole = "supabase_auth_admin";
const password = "only on this machine";

/**
 * Creates a database on the cluster at `serverUrl`, a superuser's connection string. With `bareAuth` the schema `auth`
 * stays empty, for the migrations of Supabase Auth's own program.
 */
export async function createSupabaseDatabase(serverUrl: string, { bareAuth = false } = {}): Promise<SupabaseDatabase> {
  const name = `supabase_${randomUUID().replaceAll("-", "")}`;
  await onServer(serverUrl, [supabaseRoles(), `create database ${name} owner ${projectRole}`]);
  const at = (role: string | null) => {
    const url = new URL(serverUrl);
    url.pathname = `/${name}`;
    if (role) Object.assign(url, { username: role, password: encodeURIComponent(password) });
    return url.href;
  };
  const read = (file: string) => readFile(new URL(file, import.meta.url), "utf8");
  await onServer(at(null), [await read("gotrue/supabase-project.sql")]);
  if (!bareAuth)
    await onServer(at(authRole), [
      await read("gotrue/supabase-auth.sql"),
      await read("../../app/adapters/embedded/identity/identity-tables.sql"),
    ]);
  return {
    url: at(projectRole),
    authUrl: at(authRole),
    superuserUrl: at(null),
    asSuperuser: (script) => onServer(at(null), [script]),
    drop: () => onServer(serverUrl, [`drop database ${name} with (force)`]),
  };
}

/** Attributes as in github.com/supabase/postgres (migrations/db/init-scripts); two processes may start together. */
const supabaseRoles = () =>
  [
    ["anon", "nologin noinherit"],
    ["authenticated", "nologin noinherit"],
    ["service_role", "nologin noinherit bypassrls"],
    [authRole, `login noinherit createrole password '${password}'`],
    [projectRole, `login createdb createrole replication bypassrls password '${password}'`],
  ]
    .map(
      ([role, attributes]) =>
        `do $$ begin create role ${role} ${attributes}; exception when duplicate_object or unique_violation then null; end $$;`,
    )
    .concat(
      `do $$ begin grant anon, authenticated, service_role to ${projectRole} with admin option;
        exception when unique_violation or internal_error then null; end $$;`,
    )
    .join("\n");

async function onServer(url: string, scripts: string[]) {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    for (const script of scripts) await client.query(script);
  } finally {
    await client.end();
  }
}
