import { parseCookieHeader, serializeCookieHeader, type CookieOptions, type SetAllCookies } from "@supabase/ssr";

interface SessionCookies {
  present(): boolean;
  getAll(): { name: string; value: string }[];
  setAll: SetAllCookies;
  clear(): void;
}

/** Handles `options.name` and its chunks `<name>.0`, `<name>.1` …; later reads in the same request see the writes. */
export function createSessionCookies(
  request: Request,
  responseHeaders: Headers,
  options: CookieOptions & { name: string },
): SessionCookies {
  const { name: sessionName, ...attributes } = options;
  const isOurs = (name: string) => name === sessionName || name.startsWith(`${sessionName}.`);
  const jar = new Map<string, string>();
  for (const { name, value } of parseCookieHeader(request.headers.get("cookie") ?? "")) {
    if (isOurs(name)) jar.set(name, value ?? "");
  }

  const setAll: SetAllCookies = (cookies, headers) => {
    // Drops code verifiers: only sign-in by redirect uses them.
    const written = cookies.filter((cookie) => isOurs(cookie.name));
    for (const { name, value, options: cookieOptions } of written) {
      if (value === "") jar.delete(name);
      else jar.set(name, value);
      responseHeaders.append("Set-Cookie", serializeCookieHeader(name, value, { ...cookieOptions, ...attributes }));
    }
    if (written.length === 0) return;
    for (const [name, value] of Object.entries(headers)) responseHeaders.set(name, value);
  };

  return {
    present: () => jar.size > 0,
    getAll: () => [...jar].map(([name, value]) => ({ name, value })),
    setAll,
    clear: () =>
      setAll(
        [...jar.keys()].map((name) => ({ name, value: "", options: { maxAge: 0 } })),
        noStore,
      ),
  };
}

/** Headers that @supabase/ssr sends with Set-Cookie: no cache may store such a response. */
const noStore = {
  "Cache-Control": "private, no-cache, no-store, must-revalidate, max-age=0",
  Expires: "0",
  Pragma: "no-cache",
};

/** Retains the session cookies during an outage. */
interface OutageSession {
  fetch: typeof fetch;
  setAll: SessionCookies["setAll"];
  /** True after an inconclusive answer in this request. */
  wasInconclusive(): boolean;
}

/**
 * supabase-js ends the session on any unknown status, even on a rate limit that another client behind the same address
 * reached. This keeps the session after such an answer.
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

/** True when a session request met a rate limit, an outage, or an error of a gateway or proxy. */
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
