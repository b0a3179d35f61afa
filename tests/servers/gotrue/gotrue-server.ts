import { once } from "node:events";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { setTimeout as pause } from "node:timers/promises";
import { createEmbeddedIdentityServer } from "../../../app/adapters/embedded/identity/identity-server.server.ts";
import { createSigningKey } from "../../../app/adapters/embedded/identity/signing-key.server.ts";
import { openPostgresDatabase } from "../../../app/adapters/hosted/database/postgres-database.server.ts";
import { type Misbehaviour, misbehave } from "../misbehave.ts";
import { clientAddress, createAddressLimit, gatewayRefusal, type ProjectKeys } from "./gateway.ts";
import { createGotrueMails, findKnownUser, gotrueAnswer } from "./gotrue-answers.ts";

/** A failure: one of those common to every service, or a correct response after `ms`. */
export type GotrueFault = Misbehaviour | { how: "slow"; ms: number };

export interface RecordedRequest {
  /** Method, path and query. */
  line: string;
  /** The project's key in the request. */
  key: "publishable" | "secret" | "none" | "another";
  /** The client's address as the server sees it. */
  clientAddress: string;
  status: number;
}

export interface GotrueServer extends ProjectKeys {
  /** For SUPABASE_URL. */
  url: string;
  requests: RecordedRequest[];
  /** Errors behind responses with 500, and mail that could not be sent. */
  failures: unknown[];
  /** The next `times` requests whose path contains `path` fail in this way; the last call counts. Null: none fails. */
  fail(fault: GotrueFault | null, path?: string, times?: number): void;
  close(): Promise<void>;
}

export interface GotrueOptions {
  /** Supabase Auth's connection to the project's database (supabase-database.ts). */
  databaseUrl: string;
  /** The project's "Site URL", the start of the mailed links. */
  siteUrl: string;
  /** The project's own SMTP server. */
  smtpUrl: string;
  /** Limit of sign-ups, sign-ins and mails per address; Supabase's is 30, and the project may set another. */
  perFiveMinutes?: number;
}

export const projectKeys: ProjectKeys = {
  publishableKey: "sb_publishable_only_on_this_machine",
  secretKey: "sb_secret_only_on_this_machine",
};

const keys = projectKeys;

/**
 * A stand-in for Supabase Auth on a separate port, behind the checks of Supabase's gateway: the embedded identity's
 * responses, on Supabase's tables as Supabase's role, changed to GoTrue's where they differ, with GoTrue's mails.
 */
export async function startGotrueServer({
  databaseUrl,
  siteUrl,
  smtpUrl,
  perFiveMinutes = Number.POSITIVE_INFINITY,
}: GotrueOptions): Promise<GotrueServer> {
  const database = openPostgresDatabase(databaseUrl, 5);
  const mails = createGotrueMails({ smtpUrl, siteUrl });
  const limit = createAddressLimit(perFiveMinutes);
  const requests: RecordedRequest[] = [];
  const failures: unknown[] = [];
  let fault: { how: GotrueFault; path: string; left: number } | null = null;
  let unsent = 0;

  const server = http.createServer((request, response) => {
    handle(request, response).catch((error: unknown) => {
      failures.push(error);
      response.destroy();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const identity = createEmbeddedIdentityServer({
    kysely: database.kysely,
    deliver: mails.send,
    onDeliveryFailed: (error) => {
      failures.push(error);
      unsent += 1;
    },
    onUnexpectedError: (error) => failures.push(error),
    signingKey: await createSigningKey(),
    adminKey: keys.secretKey,
    appUrl: url,
  });

  async function handle(request: IncomingMessage, response: ServerResponse) {
    const line = `${request.method} ${request.url}`;
    const { pathname: path } = new URL(request.url ?? "/", url);
    const sent = await text(request);
    const address = clientAddress(request, keys);
    const recorded: RecordedRequest = { line, key: keyOf(request), clientAddress: address, status: 0 };
    requests.push(recorded);
    if (fault && path.includes(fault.path) && fault.left > 0) {
      fault.left -= 1;
      if (fault.how.how !== "slow") return misbehave(response, fault.how);
      await pause(fault.how.ms);
    }
    const { status, body } = await answer(request, { path, sent, address });
    recorded.status = status;
    response.writeHead(status, {
      "Content-Type": "application/json",
      ...(status >= 400 ? { "X-Supabase-Api-Version": "2024-01-01" } : {}),
    });
    response.end(status === 204 ? undefined : JSON.stringify(body));
  }

  async function answer(
    request: IncomingMessage,
    { path, sent, address }: { path: string; sent: string; address: string },
  ): Promise<{ status: number; body: unknown }> {
    const refusal = gatewayRefusal(request, path, keys);
    if (refusal) return { status: 401, body: refusal };
    const call = `${request.method} ${path}`;
    if (call === "GET /auth/v1/health") {
      const description = "GoTrue is a user registration and authentication API";
      return { status: 200, body: { version: "v2.180.0", name: "GoTrue", description } };
    }
    if (!limit.take(path, address))
      return { status: 429, body: { code: "over_request_rate_limit", message: "Request rate limit reached" } };
    const known = await findKnownUser(database.kysely, parsed(sent));
    const answered = await identity.fetch(`${url}${request.url}`, {
      method: request.method ?? "GET",
      headers: { authorization: request.headers.authorization ?? "", "content-type": "application/json" },
      body: sent || null,
    });
    const said = await answered.text();
    // GoTrue sends its mail before it responds.
    const unsentBefore = unsent;
    await identity.drain();
    if (unsent > unsentBefore)
      return { status: 500, body: { code: "unexpected_failure", message: "Error sending confirmation email" } };
    return gotrueAnswer(call, known, { status: answered.status, body: parsed(said) });
  }

  return {
    ...keys,
    url,
    requests,
    failures,
    fail: (how, path = "", times = Number.POSITIVE_INFINITY) => void (fault = how && { how, path, left: times }),
    async close() {
      server.closeAllConnections();
      server.close();
      await identity.drain();
      mails.close();
      await database.close();
    },
  };
}

export function keyOf({ headers }: IncomingMessage): RecordedRequest["key"] {
  const key = headers["apikey"];
  if (!key) return "none";
  return key === keys.secretKey ? "secret" : key === keys.publishableKey ? "publishable" : "another";
}

function parsed(json: string): unknown {
  try {
    return JSON.parse(json);
  } catch {
    return null;
  }
}
