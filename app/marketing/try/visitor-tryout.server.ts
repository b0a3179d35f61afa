import { createCookie, type RouterContextProvider } from "react-router";
import { databaseContext } from "../../server/database/database.ts";
import { rateLimiterContext } from "../../server/http/limits/limits.ts";
import { type Site, siteContext } from "../../server/http/site.ts";
import { photoSightContext, type Preview } from "../../photos/advice/photo-sight.ts";
import { photoHostContext } from "../../photos/photo-host.ts";
import { adoptTryout, claimTryout, findTryout, type Tryout } from "./tryouts.server.ts";
import type { Tryouts } from "../../account/sign-up/tryouts.ts";
import type { Services } from "../../services.server.ts";
import { z } from "zod";

type Context = Readonly<RouterContextProvider>;

/** `token`: from the cookie, even if its try-out no longer exists. @throws 404 where try-outs are not offered. */
export async function ownTryout(context: Context, request: Request) {
  if (!context.get(photoSightContext)) throw new Response("Not found", { status: 404 });
  const token = await tryCookie(context.get(siteContext)).read(request);
  return { token, tryout: token === null ? null : await findTryout(context.get(databaseContext), token) };
}

/** Draws a picture of the try-out in the darkroom, after members' previews. */
export async function tryoutPicture(
  context: Context,
  { id, publicId }: Tryout,
  option: string,
  signal: AbortSignal,
): Promise<Preview> {
  const photoSight = context.get(photoSightContext);
  if (!photoSight) return { is: "unavailable" };
  const read = async () => (await context.get(photoHostContext).read(publicId))?.bytes ?? null;
  const admit = () => context.get(rateLimiterContext).take({ pictureOfTryout: id });
  return photoSight.preview({ photo: { id, read }, option, admit, signal, visitor: true });
}

type Parts = Pick<Services, "database" | "photoSight" | "observation" | "log" | "sessionSecret" | "appUrl">;

/** Carries a try-out into the account that its visitor creates. */
export function joinWithTryout(parts: Parts): Tryouts {
  const { database, observation, log } = parts;
  return {
    async claim(request, accountId) {
      const token = await tryCookie(parts).read(request);
      if (!token) return;
      const claiming = claimTryout(database, token, accountId);
      const claimed = await claiming.catch(
        (error: unknown) => void log.error({ err: error }, "a try-out was not claimed"),
      );
      if (claimed) observation.noted({ what: "tryout", outcome: "claimed" });
    },
    async adopt(accountId) {
      const adopting = adoptTryout(database, accountId, null);
      const adopted = await adopting.catch(
        (error: unknown) => void log.error({ err: error }, "a try-out was not adopted"),
      );
      if (!adopted) return null;
      parts.photoSight?.forget(adopted.photoId);
      observation.noted({ what: "tryout", outcome: "joined" });
      return adopted.path;
    },
  };
}

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
