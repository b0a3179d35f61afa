import { createCookie } from "react-router";
import { z } from "zod";

/** Long enough to look into a mailbox and come back. */
const maxAgeSeconds = 3600;
/** GoTrue sends an address one mail a minute, and so do we; known here, the wait is the same for every address. */
const pauseSeconds = 60;

const shownSchema = z.object({ address: z.string(), sentAt: z.number() });

/** The address a page names, and how long until another mail to it may be asked for from this browser, in seconds. */
export interface PendingEmailCookie {
  address: string;
  waitSeconds: number;
}

/**
 * The email address a page names after a redirect ("we sent a link to …"), in a signed cookie that only this page
 * receives: an address in the URL would end in histories and logs.
 */
export function pendingEmailCookie(
  page: "/verify-email" | "/forgot-password",
  { sessionSecret, appUrl }: { sessionSecret: string; appUrl: string },
  now = Date.now,
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
    read: async (request: Request): Promise<PendingEmailCookie | null> => {
      const { data: shown } = shownSchema.safeParse(await cookie.parse(request.headers.get("Cookie")));
      if (!shown) return null;
      const waited = (now() - shown.sentAt) / 1000;
      // A clock that was moved back makes nobody wait for long.
      return {
        address: shown.address,
        waitSeconds: Math.ceil(Math.min(pauseSeconds, Math.max(0, pauseSeconds - waited))),
      };
    },
    /** The Set-Cookie header that keeps the address, to which a mail goes now. */
    keep: (address: string) => cookie.serialize({ address, sentAt: now() }),
    /** The Set-Cookie header that forgets it. */
    forget: () => cookie.serialize("", { maxAge: 0 }),
  };
}
