import { databaseContext } from "../../server/database/database.ts";
import { photoHostContext } from "../../photos/photo-host.ts";
import { photoSightContext } from "../../photos/advice/photo-sight.ts";
import { rateLimiterContext } from "../../server/http/limits/limits.ts";
import { requestingContext } from "../../transformations/requesting/requesting.ts";
import { memberOf } from "../../server/http/identity-session.server.ts";
import type { Route } from "./+types/preview.route";
import { photoOfDraft, readPreview } from "./read-photo.server.ts";

const version = 1;

/**
 * `GET /api/drafts/<id>/previews/<option>`: the option applied to the draft's photo, for its owner; a WebP of at most
 * 240 px and 10 kB. 200; 304 by ETag; 401; 404, also where a generative model would make something else; 429 and 503
 * with Retry-After. Other statuses leave the stock tile in place.
 */
export async function loader({ request, params: { draftId, option }, context }: Route.LoaderArgs) {
  const photoSight = context.get(photoSightContext);
  const parts = { database: context.get(databaseContext), photoHost: context.get(photoHostContext), photoSight };
  const member = await memberOf(context);
  if (!member) return refuse(401, "User authentication required");
  const { model } = context.get(requestingContext).engine;
  const photo = photoSight && !model ? await photoOfDraft(parts.database, member.id, draftId) : null;
  if (!photo) return refuse(404, "Not found");
  // The draft's photo may change, so browsers revalidate; most answers are 304.
  const etag = `"${photo.id}-${option}-${version}"`;
  const headers = { "Cache-Control": "private, no-cache", ETag: etag };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  const preview = await readPreview(parts, {
    memberId: member.id,
    draftId,
    photo,
    option,
    admit: () => context.get(rateLimiterContext).take({ previewByMember: member.id }),
    signal: request.signal,
  });
  switch (preview.is) {
    case "picture": {
      const { webp } = preview;
      const content = { "Content-Type": "image/webp", "Content-Length": String(webp.byteLength) };
      return new Response(webp, { headers: { ...headers, ...content } });
    }
    case "unavailable":
      return refuse(404, "Not found");
    case "busy":
      return refuse(503, "Previews are made when there is time.", preview.seconds);
    case "limited":
      return refuse(429, "Too many previews.", preview.seconds);
  }
}

export function action() {
  return new Response("Method not allowed", { status: 405, headers: { Allow: "GET" } });
}

function refuse(status: number, text: string, seconds?: number): Response {
  const headers = { "Cache-Control": "no-store", ...(seconds === undefined ? {} : { "Retry-After": String(seconds) }) };
  return new Response(text, { status, headers });
}
