import { redirect, type MiddlewareFunction } from "react-router";
import { safePath } from "../server/http/safe-path.ts";
import { refusedShare } from "./share-address.ts";

/**
 * A page elsewhere can post a photo of its own to the share target, and the service worker, which is not told where a
 * request began, would take it for one the person shared. The server is told: such a request is sent on to an address by
 * which the page takes no photo, and the service worker forgets the one it has.
 */
export const refuseCrossSiteShares: MiddlewareFunction<Response> = async ({ request }, next) => {
  const site = request.headers.get("Sec-Fetch-Site");
  const url = new URL(request.url);
  const shared = url.searchParams.get("shared");
  if (shared === null || shared === refusedShare || (site !== "cross-site" && site !== "same-site")) return next();
  url.searchParams.set("shared", refusedShare);
  // "//elsewhere?shared" is an address of ours by its host, and somebody else's as a place to go to.
  throw redirect(safePath(url.pathname + url.search, "/"));
};
