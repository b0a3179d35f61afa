import { parseCookieHeader, serializeCookieHeader, type CookieOptions, type SetAllCookies } from "@supabase/ssr";

/** The session's cookies of one request: what it came with, and what its answer sets. */
export interface SessionCookies {
  /** False for a visitor who was never signed in: then nothing need be asked of anyone. */
  present(): boolean;
  getAll(): { name: string; value: string }[];
  setAll: SetAllCookies;
  /** Ends the session in this browser, whatever identity says. */
  clear(): void;
}

/**
 * Keeps the cookies called `options.name` (and `<name>.0`, `<name>.1` … when a session is cut into chunks).
 * Writes go to `responseHeaders`; a later read in the same request sees them.
 */
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
    // Code verifiers belong to sign-in by redirect, which nothing here uses: mail links carry a token hash.
    const written = cookies.filter((cookie) => isOurs(cookie.name));
    for (const { name, value, options: given } of written) {
      if (value === "") jar.delete(name);
      else jar.set(name, value);
      responseHeaders.append("Set-Cookie", serializeCookieHeader(name, value, { ...given, ...attributes }));
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

/** What @supabase/ssr sends with the cookies it sets: no cache may keep an answer that changes a session. */
const noStore = {
  "Cache-Control": "private, no-cache, no-store, must-revalidate, max-age=0",
  Expires: "0",
  Pragma: "no-cache",
};
