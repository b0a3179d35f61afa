import { openPostgresDatabase } from "../../../app/adapters/hosted/database/postgres-database.server.ts";
import { createSupabaseIdentity } from "../../../app/adapters/hosted/supabase/supabase-identity.server.ts";
import { migrate } from "../../../app/server/database/migrate.server.ts";
import { startAuthProgram } from "../../servers/gotrue/auth-program.ts";
import { type GotrueServer, startGotrueServer } from "../../servers/gotrue/gotrue-server.ts";
import { readTakenMail, type SmtpServer, startSmtpServer } from "../../servers/smtp/smtp-server.ts";
import { createSupabaseDatabase } from "../../servers/supabase-database.ts";
import type { IdentityUnderTest } from "./identity.contract.ts";

const appUrl = "http://localhost:3000";

/** Supabase Auth by protocol: the hosted adapter over HTTP to a stand-in for GoTrue, on a database as Supabase's. */
export interface GotrueIdentityUnderTest extends IdentityUnderTest {
  gotrue: GotrueServer;
  smtp: SmtpServer;
  /** Confirmed addresses that were signed up again. */
  known: string[];
}

/** `serverUrl` belongs to a superuser of a PostgreSQL cluster; `program`: Supabase Auth's own, in the stand-in's place. */
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
