import type { RequestListener } from "node:http";
import sirv from "sirv";

import { transportSecurity } from "./security-headers.server.ts";

const year = 31_536_000;

/** The precompressed client build; without `serviceWorker`, /sw.js destroys itself. */
export function staticFiles(
  directory: string,
  { serviceWorker, https }: { serviceWorker: boolean; https: boolean },
): (...args: [...Parameters<RequestListener>, () => void]) => void {
  const serve = sirv(directory, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders(response, path) {
      response.setHeader("Cache-Control", cacheControl(path));
      // sirv knows no type for .ico, and `nosniff` would make browsers reject it.
      if (path.endsWith(".ico")) response.setHeader("Content-Type", "image/x-icon");
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
      if (https) response.setHeader("Strict-Transport-Security", transportSecurity);
      response.removeHeader("X-Request-Id");
    },
  });
  return (request, response, next) => {
    if (!serviceWorker && request.url?.split("?")[0] === "/sw.js") request.url = "/sw-retired.js";
    // Files are small, and sirv throws on a range whose end precedes its start.
    delete request.headers.range;
    // A file that disappears under a running server ends one response, not the process.
    response.on("pipe", (source) => source.on("error", () => response.destroy()));
    serve(request, response, next);
  };
}

/** Browsers must revalidate the worker each time. */
function cacheControl(path: string): string {
  if (/^\/sw(-retired)?\.js$/.test(path)) return "no-cache";
  return path.startsWith("/assets/") ? `public, max-age=${year}, immutable` : "public, max-age=3600";
}
