import type { SessionCookies } from "./session-cookies.server.ts";

/** Retains the session cookies during an outage. */
export interface OutageSession {
  fetch: typeof fetch;
  setAll: SessionCookies["setAll"];
  /** True after an inconclusive answer in this request. */
  wasInconclusive(): boolean;
}

/**
 * supabase-js ends the session on any unknown status, also on a rate limit that another client behind the same address
 * reached. Such an answer ends no session here.
 */
export function keepSessionOnOutage(
  fetch: typeof globalThis.fetch,
  cookies: Pick<SessionCookies, "setAll">,
): OutageSession {
  let sawInconclusive = false;
  return {
    async fetch(input, init) {
      const response = await fetch(input, init);
      sawInconclusive ||= await isInconclusive(input instanceof Request ? input.url : String(input), response);
      return response;
    },
    setAll(written, headers) {
      if (sawInconclusive && written.every(({ value }) => value === "")) return;
      return cookies.setAll(written, headers);
    },
    wasInconclusive: () => sawInconclusive,
  };
}

const aboutSession = /\/auth\/v1\/(token\?grant_type=refresh_token|user|\.well-known\/)/;

/** Timeout, conflict, too early, too many requests. */
const inconclusive = [408, 409, 425, 429];

/** An answer to a question about a session that is a limit, an outage, a gateway's or a proxy's own. */
async function isInconclusive(url: string, response: Response): Promise<boolean> {
  if (response.ok || !aboutSession.test(url)) return false;
  if (inconclusive.includes(response.status) || response.status >= 500) return true;
  const body = response.clone().json();
  return !hasErrorCode(await body.catch(() => null));
}

/** GoTrue's own errors have a code under one of two names (supabase.com/docs/guides/auth/debugging/error-codes). */
function hasErrorCode(body: unknown): boolean {
  if (!body || typeof body !== "object") return false;
  return ("code" in body && typeof body.code === "string") || ("error_code" in body && Boolean(body.error_code));
}
