import { backdrops, gradients } from "../../tools/background-engine/backdrops.ts";
import type { Route } from "./+types/try-picture.route";
import { tryoutChoice } from "./choices.ts";
import { ownTryout, tryoutPicture } from "./visitor-tryout.server.ts";

/**
 * `GET /try/<picture>`: `before` and `after` (480 px, `after` with our mark) and the tiles of choices.ts (240 px), as
 * WebP, of the cookie's try-out. 200; 304 by ETag; 404 without a try-out. A tile that cannot be drawn (yet) is replaced
 * by its stock picture or a plain colour.
 */
export async function loader({ request, params: { option }, context }: Route.LoaderArgs) {
  const { tryout } = await ownTryout(context, request);
  const isTile = tryoutChoice(option) !== undefined;
  if (!tryout || !(isTile || option === "before" || option === "after")) return missing();
  const etag = `"${tryout.id}-${option}"`;
  const headers = { "Cache-Control": "private, no-cache", ETag: etag, "X-Robots-Tag": "noindex" };
  if (request.headers.get("If-None-Match") === etag) return new Response(null, { status: 304, headers });
  const picture = await tryoutPicture(context, tryout, option, request.signal);
  if (picture.is === "picture") {
    const { webp } = picture;
    const content = { "Content-Type": "image/webp", "Content-Length": String(webp.byteLength) };
    return new Response(webp, { headers: { ...headers, ...content } });
  }
  return isTile ? stockTile(option) : missing();
}

const missing = () => new Response("Not found", { status: 404, headers: { "Cache-Control": "no-store" } });

function stockTile(option: string): Response {
  const headers = { "Cache-Control": "no-store" };
  if (option.startsWith("style-"))
    return new Response(null, { status: 302, headers: { ...headers, Location: `/pictures/${option}.webp` } });
  const id = option.replace(/^[a-z]+-/, "");
  const [one, other] = gradients.find((each) => each.id === id)?.colours ?? [];
  const plain = backdrops.find((each) => each.id === id)?.colour ?? "#cfd1d3";
  const stops = `<stop stop-color="${one ?? plain}"/><stop offset="1" stop-color="${other ?? plain}"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><linearGradient id="g" x2="1" y2="1">${stops}</linearGradient><path fill="url(#g)" d="M0 0h4v4H0z"/></svg>`;
  return new Response(svg, { headers: { ...headers, "Content-Type": "image/svg+xml" } });
}

export function action() {
  return new Response("Method not allowed", { status: 405, headers: { Allow: "GET" } });
}
