import { createCookie } from "react-router";
import { z } from "zod";

/** Supabase's longest link lifetime, a day. */
const proofMaxAgeSeconds = 24 * 3600;

const proofSchema = z.object({ memberId: z.string() });

/** Marks the device that created an account: there the mailed link needs no password. */
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
