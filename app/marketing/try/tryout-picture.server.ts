import type { RouterContextProvider } from "react-router";
import { databaseContext } from "../../server/database/database.ts";
import { rateLimiterContext } from "../../server/http/limits/rate-limiter.ts";
import { siteContext } from "../../server/http/site.ts";
import { type Preview, photoSightContext } from "../../photos/advice/photo-sight.ts";
import { photoHostContext } from "../../photos/photo-host.ts";
import { tryCookie } from "./try-cookie.server.ts";
import { findTryout, type Tryout } from "./tryouts.server.ts";

type Context = Readonly<RouterContextProvider>;

/** `token`: the cookie's, also of a try-out that no longer exists. @throws 404 where try-outs are not offered. */
export async function ownTryout(context: Context, request: Request) {
  if (!context.get(photoSightContext)) throw new Response("Not found", { status: 404 });
  const token = await tryCookie(context.get(siteContext)).read(request);
  return { token, tryout: token === null ? null : await findTryout(context.get(databaseContext), token) };
}

/** A picture of the try-out, by the darkroom alone, drawn after members' previews. */
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
