import type { Identity, IdentitySession } from "../../../app/account/identity.ts";

/** A browser's cookie jar between requests, enough to carry a session. */
export interface Browser {
  /** Makes one request and stores the cookies of its response. */
  visit<T>(work: (session: IdentitySession) => Promise<T>): Promise<T>;
  /** The headers of the last visit's response. */
  lastHeaders(): Headers;
  cookieNames(): string[];
  cookieHeader(): string;
  /** A second browser with the same cookies, as in a theft or a parallel request. */
  copy(of?: Identity): Browser;
  /** Rewrites the access token's expiry in the session's cookie. */
  pretendExpiryIn(seconds: number): void;
  setCookie(name: string, value: string): void;
}

export function openBrowser(identity: Identity, cookies = new Map<string, string>()): Browser {
  let headers = new Headers();
  const cookieHeader = () => [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return {
    async visit(work) {
      headers = new Headers();
      const request = new Request("http://localhost:3000/", { headers: { cookie: cookieHeader() } });
      const result = await work(identity.session(request, headers));
      for (const line of headers.getSetCookie()) keep(cookies, line);
      return result;
    },
    lastHeaders: () => headers,
    cookieNames: () => [...cookies.keys()],
    cookieHeader,
    copy: (of = identity) => openBrowser(of, new Map(cookies)),
    pretendExpiryIn(seconds) {
      const [name] = cookies.keys();
      if (!name || cookies.size !== 1) throw new Error("Only a session in one cookie can be rewritten.");
      const session = JSON.parse(Buffer.from(cookies.get(name)?.replace("base64-", "") ?? "", "base64url").toString());
      const rewritten = JSON.stringify({ ...session, expires_at: Math.floor(Date.now() / 1000) + seconds });
      cookies.set(name, `base64-${Buffer.from(rewritten).toString("base64url")}`);
    },
    setCookie: (name, value) => void cookies.set(name, value),
  };
}

function keep(cookies: Map<string, string>, line: string) {
  const [pair = ""] = line.split(";");
  const [name = "", value = ""] = pair.split("=", 2);
  if (/;\s*Max-Age=0/i.test(line) || value === "") cookies.delete(name);
  else cookies.set(name, value);
}
