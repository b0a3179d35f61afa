import type { RequestListener } from "node:http";
import sirv from "sirv";

const year = 31_536_000;

/**
 * The client build, precompressed. Names under /assets carry a hash and never change. Without `serviceWorker`, /sw.js is
 * the one that removes itself from whatever device has one.
 */
export function staticFiles(
  directory: string,
  { serviceWorker }: { serviceWorker: boolean },
): (...args: [...Parameters<RequestListener>, () => void]) => void {
  const serve = sirv(directory, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders(response, path) {
      response.setHeader("Cache-Control", kept(path));
      // The one type of ours that sirv does not know; unnamed and not to be sniffed, it would be nothing.
      if (path.endsWith(".ico")) response.setHeader("Content-Type", "image/x-icon");
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
      // What caches keep carries the id of no request.
      response.removeHeader("X-Request-Id");
    },
  });
  return (request, response, next) => {
    if (!serviceWorker && request.url?.split("?")[0] === "/sw.js") request.url = "/sw-retired.js";
    // Our files are small; sirv throws on a range whose end comes before its start.
    delete request.headers.range;
    // A file that went away under a running server ends one answer, not the process.
    response.on("pipe", (source) => source.on("error", () => response.destroy()));
    serve(request, response, next);
  };
}

/** A worker that was kept would keep its faults: browsers ask for it anew each time. */
function kept(path: string): string {
  if (/^\/sw(-retired)?\.js$/.test(path)) return "no-cache";
  return path.startsWith("/assets/") ? `public, max-age=${year}, immutable` : "public, max-age=3600";
}
