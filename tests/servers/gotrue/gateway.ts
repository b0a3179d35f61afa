import type { IncomingMessage } from "node:http";

/** A project's keys, in the form of 2025 (supabase.com/docs/guides/api/api-keys). */
export interface ProjectKeys {
  publishableKey: string;
  secretKey: string;
}

const openPaths = ["/auth/v1/verify", "/auth/v1/callback", "/auth/v1/authorize", "/auth/v1/.well-known/jwks.json"];

/** The reason why Supabase's gateway refuses a request, or null. */
export function gatewayRefusal(request: IncomingMessage, path: string, keys: ProjectKeys): object | null {
  const key = request.headers["apikey"];
  if (openPaths.includes(path)) return null;
  if (!key)
    return {
      message: "No API key found in request",
      hint: "No `apikey` request header or url param was found.",
    };
  if (key !== keys.publishableKey && key !== keys.secretKey)
    return { message: "Invalid API key", hint: "Double check your Supabase `anon` or `service_role` API key." };
  return null;
}

/**
 * The client's address: from Sb-Forwarded-For if the request has the secret key, otherwise the connection's
 * (supabase.com/docs/guides/auth/rate-limits, "IP address forwarding").
 */
export function clientAddress(request: IncomingMessage, { secretKey }: ProjectKeys): string {
  const forwarded = request.headers["sb-forwarded-for"];
  return request.headers["apikey"] === secretKey && typeof forwarded === "string"
    ? forwarded
    : (request.socket.remoteAddress ?? "");
}

const limitedPaths = ["signup", "token", "verify", "recover", "resend"].map((name) => `/auth/v1/${name}`);
const window = 5 * 60_000;

/** Counts requests like Supabase Auth's limits: by address, in 5 minutes. */
export function createAddressLimit(perFiveMinutes: number) {
  const seen = new Map<string, number[]>();
  return {
    /** False when this address has sent too many requests. */
    take(path: string, address: string): boolean {
      if (!limitedPaths.includes(path)) return true;
      const recent = (seen.get(address) ?? []).filter((at) => Date.now() - at < window);
      seen.set(address, [...recent, Date.now()]);
      return recent.length < perFiveMinutes;
    },
  };
}
