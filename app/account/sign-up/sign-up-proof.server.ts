import { createCookie } from "react-router";
import { z } from "zod";

/** As long as a confirmation link may work (Supabase's longest is a day). */
const maxAgeSeconds = 24 * 3600;

const proofSchema = z.object({ memberId: z.string() });

/**
 * The signed cookie of the device that created an account, which only pages below /auth receive. With it the mailed
 * link confirms the address without asking for a password: the one in force was chosen on this device.
 */
export function signUpProof({ sessionSecret, appUrl }: { sessionSecret: string; appUrl: string }) {
  const cookie = createCookie("sign-up-proof", {
    secrets: [sessionSecret],
    httpOnly: true,
    sameSite: "lax",
    secure: appUrl.startsWith("https:"),
    path: "/auth",
    maxAge: maxAgeSeconds,
  });
  return {
    /** The id of the account that this device created; null when there is none, or the cookie is not ours. */
    read: async (request: Request): Promise<string | null> => {
      const { data } = proofSchema.safeParse(await cookie.parse(request.headers.get("Cookie")));
      return data?.memberId ?? null;
    },
    /** The Set-Cookie header that remembers a created account. */
    remember: (memberId: string) => cookie.serialize({ memberId }),
    /** The Set-Cookie header that forgets it. */
    forget: () => cookie.serialize("", { maxAge: 0 }),
  };
}
