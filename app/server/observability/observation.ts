/**
 * The port to whoever watches the product: logs, `/metrics`, traces, error reports (docs/decisions/0027). What passes
 * here is counted, timed and kept elsewhere, so nothing that names a person may: no path, query, address, id of a member.
 */
export interface Observation {
  /** The id of the request this code runs for; null outside one. */
  requestId(): string | null;
  /** Which route answers the request, as routes.ts writes it; never the path that was asked for. */
  matched(route: string): void;
  /** Adds to what `Server-Timing` says of the request. */
  timed<T>(part: TimedPart, work: () => Promise<T>): Promise<T>;
  /** A question to a service: how long its answer took, and what it was. */
  call<T>(call: ProviderCall, work: () => Promise<T>, outcomeOf: (answer: T) => string): Promise<T>;
  /** Something happened that is counted. */
  noted(happening: Happening): void;
}

/** The parts of an answer whose time is told apart. */
export type TimedPart = "database" | "identity" | "render";

/** Both are from fixed lists: each pair is a time series for ever. */
export interface ProviderCall {
  /** As the adapter is called: `cloudinary`, `gemini`, `paystack`, `smtp`, `gotrue`, or the embedded part's name. */
  provider: string;
  operation: string;
}

/** `outcome` is from a fixed list too. */
export type Happening =
  | { what: "webhook"; outcome: WebhookOutcome }
  /** What came of asking whether a purchase was paid. */
  | { what: "settlement"; outcome: string }
  /** A try of a transformation. Seconds: how long it waited in the queue, and how long it ran. */
  | { what: "job"; outcome: string; waited: number; ran: number }
  /** Gems of transformations that no worker ended were given back. */
  | { what: "abandoned"; count: number };

/** `later`: answered 503, to be sent again. `ignored`: an event of a kind that changes nothing here. */
export type WebhookOutcome =
  | "settled"
  | "returned"
  | "ignored"
  | "not-credited"
  | "later"
  | "forged"
  | "malformed"
  | "too-large";
