import { createCookie } from "react-router";
import { z } from "zod";
import type { Site } from "../../server/http/site.ts";

/** Seconds: as long as the link of a sign-up may wait. */
const maxAge = 2 * 3600;

const token = z.string().regex(/^[\w-]{43}$/);

/** Opens one visitor's try-out; set when its photo arrives. */
export function tryCookie({ sessionSecret, appUrl }: Pick<Site, "sessionSecret" | "appUrl">) {
  const cookie = createCookie("photogem-try", {
    secrets: [sessionSecret],
    httpOnly: true,
    sameSite: "lax",
    secure: appUrl.startsWith("https:"),
    path: "/",
    maxAge,
  });
  return {
    read: async (request: Request): Promise<string | null> =>
      token.safeParse(await cookie.parse(request.headers.get("Cookie"))).data ?? null,
    write: (value: string) => cookie.serialize(value),
    clear: () => cookie.serialize("", { maxAge: 0 }),
  };
}
