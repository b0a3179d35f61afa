import { createCookie } from "react-router";
import { z } from "zod";

const pendingMaxAgeSeconds = 3600;
/** Seconds; GoTrue allows one mail a minute. The wait is the same for every address. */
const pauseSeconds = 60;

const pendingSchema = z.object({ address: z.string(), sentAt: z.number() });

export interface PendingEmailCookie {
  address: string;
  waitSeconds: number;
}

/** Holds the address of "we sent a link to …"; in the URL it would end up in histories and logs. */
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
    maxAge: pendingMaxAgeSeconds,
  });
  return {
    read: async (request: Request): Promise<PendingEmailCookie | null> => {
      const { data: pending } = pendingSchema.safeParse(await cookie.parse(request.headers.get("Cookie")));
      if (!pending) return null;
      const waited = (now() - pending.sentAt) / 1000;
      // A clock set back must not lengthen the wait.
      return {
        address: pending.address,
        waitSeconds: Math.ceil(Math.min(pauseSeconds, Math.max(0, pauseSeconds - waited))),
      };
    },
    write: (address: string) => cookie.serialize({ address, sentAt: now() }),
    clear: () => cookie.serialize("", { maxAge: 0 }),
  };
}

/** Supabase's longest link lifetime, a day. */
const proofMaxAgeSeconds = 24 * 3600;

const proofSchema = z.object({ memberId: z.string() });

/** Marks the device that created an account, on which the mailed link needs no password. */
export function signUpProof({ sessionSecret, appUrl }: { sessionSecret: string; appUrl: string }) {
  const cookie = createCookie("sign-up-proof", {
    secrets: [sessionSecret],
    httpOnly: true,
    sameSite: "lax",
    secure: appUrl.startsWith("https:"),
    path: "/auth",
    maxAge: proofMaxAgeSeconds,
  });
  return {
    read: async (request: Request): Promise<string | null> => {
      const { data } = proofSchema.safeParse(await cookie.parse(request.headers.get("Cookie")));
      return data?.memberId ?? null;
    },
    remember: (memberId: string) => cookie.serialize({ memberId }),
    clear: () => cookie.serialize("", { maxAge: 0 }),
  };
}
