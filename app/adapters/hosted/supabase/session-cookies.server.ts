import { parseCookieHeader, serializeCookieHeader, type CookieOptions, type SetAllCookies } from "@supabase/ssr";

export interface SessionCookies {
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
