import { setTimeout as pause } from "node:timers/promises";
import { createSupabaseIdentity } from "../../../app/adapters/hosted/supabase/supabase-identity.server.ts";
import type { IdentityUnderTest } from "./identity.contract.ts";
import { openPostgresDatabase } from "../../../app/adapters/hosted/database/postgres-database.server.ts";
import { migrate } from "../../../app/server/database/migrate.server.ts";
import { startAuthProgram } from "../../servers/gotrue/auth-program.ts";
import { type GotrueServer, startGotrueServer } from "../../servers/gotrue/gotrue-server.ts";
import { readTakenMail, type SmtpServer, startSmtpServer } from "../../servers/smtp/smtp-server.ts";
import { createSupabaseDatabase } from "../../servers/supabase-database.ts";

const appUrl = "http://localhost:3000";

/** Supabase Auth by protocol: the hosted adapter over HTTP to a stand-in for GoTrue, on a database like Supabase's. */
export interface GotrueIdentityUnderTest extends IdentityUnderTest {
  gotrue: GotrueServer;
  smtp: SmtpServer;
  /** Confirmed addresses that were signed up again. */
  known: string[];
}

/** `serverUrl` is a superuser's, of a PostgreSQL cluster; `program`: Supabase Auth's own, instead of the stand-in. */
export async function openGotrueIdentity(
  serverUrl: string,
  { perFiveMinutes = Number.POSITIVE_INFINITY, program }: { perFiveMinutes?: number; program?: string } = {},
): Promise<GotrueIdentityUnderTest> {
  const database = await createSupabaseDatabase(serverUrl, { bareAuth: program !== undefined });
  const smtp = await startSmtpServer();
  const options = { databaseUrl: database.authUrl, siteUrl: appUrl, smtpUrl: smtp.url, perFiveMinutes };
  const gotrue = await (program === undefined ? startGotrueServer(options) : startAuthProgram(program, options));
  const product = openPostgresDatabase(database.url, 2);
  await product.withConnection((connection) => migrate(connection, { bootstrap: null }));
  const known: string[] = [];
  const { url, publishableKey, secretKey } = gotrue;
  const common = {
    url,
    publishableKey,
    secretKey,
    adminKey: secretKey,
    appUrl,
    onKnownAddress: (email: string) => known.push(email),
  };
  return {
    identity: createSupabaseIdentity({ ...common, secureCookies: false }),
    secureIdentity: createSupabaseIdentity({ ...common, secureCookies: true }),
    gotrue,
    smtp,
    known,
    async mailedToken(kind, address) {
      const type = kind === "confirmation" ? "email" : "recovery";
      const mail = smtp.mails.findLast(({ to, source }) => to.includes(address) && source.includes("token_hash"));
      const link = mail && /token_hash=([\w-]+)&type=(\w+)/.exec(readTakenMail(mail).text);
      if (!link?.[1] || link[2] !== type) throw new Error(`No ${kind} mail went to ${address}.`);
      return link[1];
    },
    async coins(memberId) {
      const profile = await product.kysely
        .selectFrom("profiles")
        .select("coins")
        .where("user_id", "=", memberId)
        .executeTakeFirst();
      return profile?.coins ?? 0;
    },
    async close() {
      await gotrue.close();
      await smtp.close();
      await product.close();
      await database.drop();
    },
  };
}

/**
 * A real Supabase project that runs the contract, for example from `supabase start`: our migrations applied, email
 * confirmation on, mail templates that link to `/auth/confirm?token_hash={{ .TokenHash }}&type=…`, and limits on
 * sign-ups raised. `mailboxUrl` is its Mailpit (http://127.0.0.1:54324), the source of the mailed links.
 */
export interface HostedProject {
  url: string;
  publishableKey: string;
  secretKey: string;
  mailboxUrl: string;
}

/** The project named by TEST_SUPABASE_…, or null without one. @throws when variables are missing. */
export function hostedProject(environment: NodeJS.ProcessEnv): HostedProject | null {
  if (!environment["TEST_SUPABASE_URL"]) return null;
  const read = (name: string) => {
    const value = environment[name];
    if (!value) throw new Error(`${name} is missing: TEST_SUPABASE_URL needs it.`);
    return value;
  };
  return {
    url: read("TEST_SUPABASE_URL"),
    publishableKey: read("TEST_SUPABASE_PUBLISHABLE_KEY"),
    secretKey: read("TEST_SUPABASE_SECRET_KEY"),
    mailboxUrl: read("TEST_SUPABASE_MAILBOX_URL"),
  };
}

export function openHostedIdentity({ url, publishableKey, secretKey, mailboxUrl }: HostedProject): IdentityUnderTest {
  const common = { url, publishableKey, adminKey: secretKey, appUrl: "http://localhost:3000" };
  return {
    identity: createSupabaseIdentity({ ...common, secureCookies: false }),
    secureIdentity: createSupabaseIdentity({ ...common, secureCookies: true }),
    async mailedToken(kind, address) {
      const type = kind === "confirmation" ? "email" : "recovery";
      for (let attempt = 0; attempt < 50; attempt += 1) {
        const token = await newestToken(mailboxUrl, address, type);
        if (token) return token;
        await pause(200);
      }
      throw new Error(`No ${kind} mail went to ${address}.`);
    },
    async coins(memberId) {
      const answer = await fetch(`${url}/rest/v1/profiles?select=coins&user_id=eq.${memberId}`, {
        headers: { apikey: secretKey },
      });
      const rows: { coins: number }[] = await answer.json();
      return rows[0]?.coins ?? 0;
    },
    close: async () => {},
  };
}

async function newestToken(mailboxUrl: string, address: string, type: string): Promise<string | null> {
  const search = await fetch(`${mailboxUrl}/api/v1/search?query=${encodeURIComponent(`to:"${address}"`)}`);
  const { messages }: { messages: { ID: string }[] } = await search.json();
  for (const { ID } of messages) {
    const message: { HTML: string } = await (await fetch(`${mailboxUrl}/api/v1/message/${ID}`)).json();
    const link = /token_hash=([\w-]+)&(?:amp;)?type=(\w+)/.exec(message.HTML);
    if (link?.[1] && link[2] === type) return link[1];
  }
  return null;
}
