import { randomUUID } from "node:crypto";
import { type Kysely, sql } from "kysely";
import type { AccountMail } from "../../../app/account/mails/account-mails.ts";
import { createEmbeddedIdentityServer } from "../../../app/adapters/embedded/identity/identity-server.server.ts";
import { createPasswordHasher } from "../../../app/adapters/embedded/identity/password-hasher.server.ts";
import { createSigningKey } from "../../../app/adapters/embedded/identity/signing-key.server.ts";
import { createSupabaseIdentity } from "../../../app/adapters/hosted/supabase/supabase-identity.server.ts";
import type { Identity } from "../../../app/account/identity.ts";
import type { DB } from "../../../app/server/database/types.ts";
import type { IdentityUnderTest } from "./identity.contract.ts";
import { bootstrapSql } from "../../../app/adapters/embedded/database/bootstrap.server.ts";
import { openPostgresDatabase } from "../../../app/adapters/hosted/database/postgres-database.server.ts";
import { migrate } from "../../../app/server/database/migrate.server.ts";

export const appUrl = "http://localhost:3000";

/** The embedded identity with controllable mail, clock, hashing and connection. */
export interface EmbeddedIdentityUnderTest extends IdentityUnderTest {
  /** The same identity with a timeout of half a second. */
  impatientIdentity: Identity;
  mails: AccountMail[];
  /** Added to the server's clock, in milliseconds. */
  clock: { offset: number };
  /** Calls of the password hasher. */
  work: { hashes: number; comparisons: number };
  /** Every request to identity; while `down`, no request arrives. */
  connection: { requests: Request[]; down: boolean };
  failures: unknown[];
  /** While set, deliveries wait for it. */
  delivery: { gate: Promise<void> | null };
  drain(): Promise<void>;
  fetch: typeof fetch;
  sql: Kysely<DB>;
}

export async function openEmbeddedIdentity(
  database: { kysely: Kysely<DB>; close: () => Promise<void> },
  { secretKey = null }: { secretKey?: string | null } = {},
): Promise<EmbeddedIdentityUnderTest> {
  const mails: AccountMail[] = [];
  const failures: unknown[] = [];
  const clock = { offset: 0 };
  const work = { hashes: 0, comparisons: 0 };
  const connection: EmbeddedIdentityUnderTest["connection"] = { requests: [], down: false };
  const delivery: EmbeddedIdentityUnderTest["delivery"] = { gate: null };
  const passwords = createPasswordHasher();
  const adminKey = "the admin key";
  const server = createEmbeddedIdentityServer({
    kysely: database.kysely,
    deliver: async (mail) => {
      await delivery.gate;
      mails.push(mail);
    },
    onDeliveryFailed: (error) => failures.push(error),
    onUnexpectedError: (error) => failures.push(error),
    signingKey: await createSigningKey(),
    adminKey,
    appUrl,
    now: () => Date.now() + clock.offset,
    passwords: {
      hash: (password) => ((work.hashes += 1), passwords.hash(password)),
      matches: (password, hash) => ((work.comparisons += 1), passwords.matches(password, hash)),
    },
  });
  const overTheLine: typeof fetch = async (input, init) => {
    if (connection.down) throw new TypeError("fetch failed");
    connection.requests.push(new Request(input, init));
    return server.fetch(input, init);
  };
  const common = {
    url: "http://identity.internal",
    publishableKey: "embedded",
    secretKey,
    adminKey,
    appUrl,
    fetch: overTheLine,
  };
  return {
    identity: createSupabaseIdentity({ ...common, secureCookies: false }),
    secureIdentity: createSupabaseIdentity({ ...common, secureCookies: true }),
    impatientIdentity: createSupabaseIdentity({ ...common, secureCookies: false, patience: 500 }),
    mails,
    clock,
    work,
    connection,
    failures,
    delivery,
    sql: database.kysely,
    drain: server.drain,
    fetch: server.fetch,
    async mailedToken(kind, address) {
      await server.drain();
      const token = mails.findLast((mail) => mail.kind === kind && mail.to === address)?.tokenHash;
      if (!token) throw new Error(`No ${kind} mail went to ${address}.`);
      return token;
    },
    async coins(memberId) {
      const { rows } = await sql<{ coins: number }>`select coins from profiles where user_id = ${memberId}`.execute(
        database.kysely,
      );
      return rows[0]?.coins ?? 0;
    },
    async close() {
      await server.drain();
      await database.close();
    },
  };
}

/** A PostgreSQL server on which databases may be created and dropped; undefined without one. */
export const testServerUrl = process.env["TEST_DATABASE_URL"];

/** A new, migrated database on the server of `serverUrl`, dropped when closed; each `connect` opens a process' pool. */
export async function createThrowAwayDatabase(serverUrl: string) {
  const name = `identity_${randomUUID().replaceAll("-", "")}`;
  const server = openPostgresDatabase(serverUrl, 1);
  await server.withConnection((connection) => connection.script(`create database ${name}`));
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const pools = [openPostgresDatabase(url.href, 10)];
  const bootstrap = await bootstrapSql();
  await pools[0]?.withConnection((connection) => migrate(connection, { bootstrap }));
  return {
    connect() {
      const pool = openPostgresDatabase(url.href, 10);
      pools.push(pool);
      return pool;
    },
    async drop() {
      await Promise.all(pools.map((pool) => pool.close()));
      await server.withConnection((connection) => connection.script(`drop database ${name} with (force)`));
      await server.close();
    },
  };
}
