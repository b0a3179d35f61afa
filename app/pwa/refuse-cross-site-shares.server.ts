import { redirect, type MiddlewareFunction } from "react-router";
import { safePath } from "../server/http/next-path.ts";
import { refusedShare } from "./share-address.ts";

/** Other sites can post to the share target, and only the server sees a request's origin. */
export const refuseCrossSiteShares: MiddlewareFunction<Response> = async ({ request }, next) => {
  const site = request.headers.get("Sec-Fetch-Site");
  const url = new URL(request.url);
  const shared = url.searchParams.get("shared");
  if (shared === null || shared === refusedShare || (site !== "cross-site" && site !== "same-site")) return next();
  url.searchParams.set("shared", refusedShare);
  // "//elsewhere?shared" is a valid path here but a foreign redirect.
  throw redirect(safePath(url.pathname + url.search, "/"));
};
