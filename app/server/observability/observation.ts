import { createContext } from "react-router";
import type { Logger } from "pino";

/**
 * The port to logs, metrics, traces and error reports (decision 27). No argument may
 * identify a person: no path, query, address or member id.
 */
export interface Observation {
  requestId(): string | null;
  matched(route: string): void;
  /** Adds to the request's `Server-Timing`. */
  timed<T>(part: TimedPart, work: () => Promise<T>): Promise<T>;
  call<T>(call: ProviderCall, work: () => Promise<T>, outcomeOf: (answer: T) => string): Promise<T>;
  noted(happening: Happening): void;
}

export type TimedPart = "database" | "identity" | "render";

/** Values come from fixed lists: each pair is a time series. */
export interface ProviderCall {
  provider: string;
  operation: string;
}

export type Happening =
  | { what: "webhook"; outcome: WebhookOutcome }
  | { what: "settlement"; outcome: string }
  /** A limit that the whole Supabase project reached: `mails` or `requests`. */
  | { what: "identity-limit"; outcome: string }
  /** A picture of a hosted model (app/adapters/hosted/gemini). */
  | { what: "picture"; state: "asked" | "paid" | "late" }
  /** `waited` in the queue and `ran`: seconds. */
  | { what: "job"; outcome: string; waited: number; ran: number }
  | { what: "abandoned"; count: number }
  /** A photo tried before joining (decision 36). */
  | { what: "tryout"; outcome: TryoutOutcome };

/** `offered`: `/try` opened without a photo. `claimed`: an account was created. `joined`: it became a draft. */
export type TryoutOutcome = "offered" | "sent" | "refused" | "shown" | "claimed" | "joined" | "deleted";

/** `later`: answered 503, so the provider sends it again. `ignored`: an event type without effect here. */
export type WebhookOutcome =
  | "settled"
  | "returned"
  | "ignored"
  | "not-credited"
  | "later"
  | "forged"
  | "malformed"
  | "too-large";

export const observationContext = createContext<Observation>();
export const logContext = createContext<Logger>();
