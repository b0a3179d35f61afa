import { createCookie } from "react-router";
import { z } from "zod";

/** Long enough to look into a mailbox and come back. */
const maxAgeSeconds = 3600;

/**
 * The e-mail address a page names after a redirect ("we sent a link to …"), in a signed cookie that only this page
 * receives: an address in the URL would end in histories and logs.
 */
export function shownAddress(
  page: "/verify-email" | "/forgot-password",
  { sessionSecret, appUrl }: { sessionSecret: string; appUrl: string },
) {
  const cookie = createCookie(`${page.slice(1)}-address`, {
    secrets: [sessionSecret],
    httpOnly: true,
    sameSite: "lax",
    secure: appUrl.startsWith("https:"),
    path: page,
    maxAge: maxAgeSeconds,
  });
  return {
    /** Null when there is none, or it was not written by us. */
    read: async (request: Request): Promise<string | null> =>
      z.string().safeParse(await cookie.parse(request.headers.get("Cookie"))).data ?? null,
    /** The Set-Cookie header that keeps the address. */
    keep: (address: string) => cookie.serialize(address),
    /** The Set-Cookie header that forgets it. */
    forget: () => cookie.serialize("", { maxAge: 0 }),
  };
}
