import { randomBytes } from "node:crypto";
import type { Kysely } from "kysely";
import type { Logger } from "pino";
import { accountMail, mailOwner } from "../account/mails/account-mails.ts";
import type { Identity } from "../account/identity.ts";
import type { SessionEnds } from "./hosted/supabase/supabase-identity.server.ts";
import type { ProjectLimit } from "./hosted/supabase/project-limits.server.ts";
import type { Mailer } from "../server/mail/mailer.ts";
import { brand } from "../brand.ts";
import type { Config } from "../config.server.ts";
import type { DB } from "../server/database/types.ts";
import { type CheckedService, serviceCheck } from "../server/http/health/health-checks.ts";

interface Parts {
  config: Config;
  dataDirectory: string;
  kysely: Promise<Kysely<DB>>;
  mailer: Mailer | null;
  observed: (fetch: typeof globalThis.fetch, provider: string) => typeof globalThis.fetch;
  /** Called when the whole Supabase project reaches a limit. */
  onLimit: (limit: ProjectLimit) => void;
  log: Logger;
}

/** Supabase Auth, or the embedded identity behind the same client. `drain` waits for pending mail. */
export async function openIdentity(
  parts: Parts,
): Promise<{ identity: Identity; drain: () => Promise<void>; description: string; check: CheckedService | null }> {
  const { config } = parts;
  const { createSupabaseIdentity } = await import("./hosted/supabase/supabase-identity.server.ts");
  const shared = {
    appUrl: config.appUrl,
    secureCookies: config.appUrl.startsWith("https:"),
    sessionEnds: sessionEnds(parts),
  };
  if (config.identity.kind === "supabase") {
    const { url, publishableKey, secretKey } = config.identity;
    const { watchProjectLimits } = await import("./hosted/supabase/project-limits.server.ts");
    const limits = watchProjectLimits(fetch, parts);
    const identity = createSupabaseIdentity({
      ...shared,
      url,
      publishableKey,
      secretKey,
      adminKey: secretKey,
      fetch: parts.observed(limits.fetch, "gotrue"),
      onKnownAddress: (email) => mailKnownAddress(parts, email),
    });
    const { checkSupabase } = await import("./hosted/supabase/supabase-identity.server.ts");
    const check = serviceCheck(async () => limits.problem() ?? checkSupabase({ url, publishableKey, secretKey }));
    return { identity, drain: async () => {}, description: `Supabase Auth, ${url}`, check };
  }
  // Started at the first request with a session.
  const adminKey = randomBytes(32).toString("base64url");
  const server = startEmbeddedIdentity(parts, adminKey);
  server.catch(() => {});
  const identity = createSupabaseIdentity({
    ...shared,
    url: config.appUrl,
    publishableKey: "embedded",
    adminKey,
    fetch: parts.observed(async (input, init) => (await server).fetch(input, init), "embedded-identity"),
  });
  return {
    identity,
    drain: async () => (await server).drain(),
    description: "embedded (Supabase Auth protocol), in the database",
    check: null,
  };
}

/** Sends the mail after the response, which is the same for an unknown address. */
function mailKnownAddress({ config: { appUrl, supportEmail }, mailer, log }: Parts, email: string) {
  mailOwner({ mailer, appUrl, supportEmail, log }, { kind: "already-registered", to: email });
}

/** A failing database neither signs members out nor undoes an identity change: tokens expire in minutes. */
function sessionEnds({ kysely, log }: Parts): SessionEnds {
  const never = new Date(0);
  return {
    async lastEnd(memberId) {
      try {
        const profile = await (
          await kysely
        )
          .selectFrom("profiles")
          .select("sessions_ended_at")
          .where("user_id", "=", memberId)
          .executeTakeFirst();
        return profile ? (profile.sessions_ended_at ?? never) : null;
      } catch {
        return never;
      }
    },
    async note(memberId) {
      await (
        await kysely
      )
        .updateTable("profiles")
        .set(({ fn }) => ({ sessions_ended_at: fn<Date>("now") }))
        .where("user_id", "=", memberId)
        .execute()
        .catch((error: unknown) => log.error({ err: error }, "the end of a session was not noted"));
    },
  };
}

async function startEmbeddedIdentity({ config, dataDirectory, kysely, mailer, log }: Parts, adminKey: string) {
  const open = await kysely;
  const { createEmbeddedIdentityServer } = await import("./embedded/identity/identity-server.server.ts");
  const { loadSigningKey } = await import("./embedded/identity/signing-key.server.ts");
  const { appUrl, supportEmail } = config;
  return createEmbeddedIdentityServer({
    kysely: open,
    signingKey: await loadSigningKey(dataDirectory),
    adminKey,
    appUrl,
    deliver: async (mail) => {
      if (!mailer) throw new Error("no mailer for account mail");
      await mailer.send(accountMail(mail, { appUrl, brandName: brand.name, supportEmail }));
    },
    onDeliveryFailed: (error) => log.error({ err: error }, "account mail was not delivered"),
    onUnexpectedError: (error) => log.error({ err: error }, "identity"),
  });
}
