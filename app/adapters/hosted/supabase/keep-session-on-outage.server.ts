import type { SessionCookies } from "./session-cookies.server.ts";

/** Keeps a session in the browser while Supabase Auth's answers say nothing of it. */
export interface OutageSession {
  fetch: typeof fetch;
  setAll: SessionCookies["setAll"];
  /** Whether identity answered so since the request began. */
  spared(): boolean;
}

/**
 * supabase-js takes whatever is refused with a status it does not know to be an outage for the end of the session, and
 * forgets it: also a limit that somebody else at the same address has reached. Such an answer ends no session here.
 */
export function keepSessionOnOutage(
  fetch: typeof globalThis.fetch,
  cookies: Pick<SessionCookies, "setAll">,
): OutageSession {
  let spared = false;
  return {
    async fetch(input, init) {
      const response = await fetch(input, init);
      spared ||= await saysNothing(input instanceof Request ? input.url : String(input), response);
      return response;
    },
    setAll(written, headers) {
      if (spared && written.every(({ value }) => value === "")) return;
      return cookies.setAll(written, headers);
    },
    spared: () => spared,
  };
}

const aboutSession = /\/auth\/v1\/(token\?grant_type=refresh_token|user|\.well-known\/)/;

/** About how much is asked at once: too slowly, two that met each other, too often. */
const inconclusive = [408, 409, 425, 429];

/** An answer to a question about a session that is a limit, an outage, a gateway's or a proxy's own. */
async function saysNothing(url: string, response: Response): Promise<boolean> {
  if (response.ok || !aboutSession.test(url)) return false;
  if (inconclusive.includes(response.status) || response.status >= 500) return true;
  const said = response.clone().json();
  return !hasErrorCode(await said.catch(() => null));
}

/** What GoTrue itself refuses has a code (supabase.com/docs/guides/auth/debugging/error-codes), by either of two names. */
function hasErrorCode(body: unknown): boolean {
  if (!body || typeof body !== "object") return false;
  return ("code" in body && typeof body.code === "string") || ("error_code" in body && Boolean(body.error_code));
}
