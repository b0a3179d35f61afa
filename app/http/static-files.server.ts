import type { RequestListener } from "node:http";
import sirv from "sirv";

const year = 31_536_000;

/** The client build, precompressed. Names under /assets carry a hash and never change. */
export function staticFiles(directory: string): (...args: [...Parameters<RequestListener>, () => void]) => void {
  const serve = sirv(directory, {
    brotli: true,
    gzip: true,
    etag: true,
    dotfiles: false,
    setHeaders(response, path) {
      const immutable = path.startsWith("/assets/");
      response.setHeader("Cache-Control", immutable ? `public, max-age=${year}, immutable` : "public, max-age=3600");
      response.setHeader("X-Content-Type-Options", "nosniff");
      response.setHeader("Cross-Origin-Resource-Policy", "same-origin");
    },
  });
  return (request, response, next) => {
    // Our files are small; sirv throws on a range whose end comes before its start.
    delete request.headers.range;
    // A file that went away under a running server ends one answer, not the process.
    response.on("pipe", (source) => source.on("error", () => response.destroy()));
    serve(request, response, next);
  };
}
