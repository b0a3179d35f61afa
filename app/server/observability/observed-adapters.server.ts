import type { Mailer } from "../mail/mailer.ts";
import type { Config } from "../../config.server.ts";
import type { PaymentProvider } from "../../gems/payment-provider.ts";
import type { PhotoHost } from "../../photos/photo-host.ts";
import type { ImageGenerator } from "../../transformations/image-generator.ts";
import type { Observation } from "./observation.ts";
import type { Database } from "../database/database.ts";

const found = (picture: unknown) => (picture === null ? "missing" : "ok");

export function observedAdapters(
  { photoHost, generator, payments, mail }: Pick<Config, "photoHost" | "generator" | "payments" | "mail">,
  observation: Pick<Observation, "call">,
) {
  return {
    mailer: (port: Mailer) => observedPort(port, observation, mail.kind, { send: done }),
    photoHost: (port: PhotoHost) =>
      observedPort(port, observation, photoHost.kind, {
        put: done,
        read: found,
        derive: found,
        rename: done,
        delete: done,
      }),
    payments: (port: PaymentProvider) =>
      observedPort(port, observation, payments.kind, { initialize: problemOf, verify: problemOf, refund: problemOf }),
    generator: (port: ImageGenerator) => observedPort(port, observation, generator.kind, { generate: problemOf }),
  };
}

type Answer<Method> = Method extends (...args: never[]) => Promise<infer T> ? T : never;

type Outcomes<Port> = { [Name in keyof Port]?: (answer: Answer<Port[Name]>) => string };

export function observedPort<Port extends object>(
  port: Port,
  { call }: Pick<Observation, "call">,
  provider: string,
  outcomes: Outcomes<Port>,
): Port {
  return new Proxy(port, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target);
      const outcomeOf = outcomes[name as keyof Port] as ((answer: unknown) => string) | undefined;
      if (typeof value !== "function" || !outcomeOf) return value;
      return (...args: unknown[]) =>
        call({ provider, operation: String(name) }, () => Reflect.apply(value, target, args), outcomeOf);
    },
  });
}

const done = () => "ok";
export const problemOf = (answer: { ok: true } | { ok: false; problem: string }) => (answer.ok ? "ok" : answer.problem);

/** The time includes the wait for a connection. */
export function observedDatabase(database: Database, { timed }: Pick<Observation, "timed">): Database {
  return {
    ...database,
    asMember: (memberId, work) => timed("database", () => database.asMember(memberId, work)),
    asService: (work) => timed("database", () => database.asService(work)),
  };
}

/** GoTrue's endpoints (https://supabase.com/docs/reference/self-hosting-auth). */
const operations = ["token", "signup", "user", "verify", "recover", "resend", "logout", "admin", ".well-known"];

export function observedIdentityFetch(
  fetch: typeof globalThis.fetch,
  { call }: Pick<Observation, "call">,
  provider: string,
): typeof globalThis.fetch {
  return (input, init) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input);
    const segment = pathname.split("/auth/v1/")[1]?.split("/")[0] ?? "";
    const operation = operations.includes(segment) ? segment.replace(".", "") : "other";
    return call({ provider, operation }, () => fetch(input, init), outcomeOf);
  };
}

/** 4xx: an error of the user or their session. 429: the project's limit. */
function outcomeOf({ ok, status }: Response): string {
  if (ok) return "ok";
  if (status === 429) return "limited";
  return status >= 500 ? "failed" : "refused";
}
