import type { IncomingMessage, ServerResponse } from "node:http";

/** Bytes; beyond this the connection closes. */
const maxBytes = 100 * 1024 * 1024;
const timeoutMs = 60_000;

/** Browsers read a response only after they have sent the whole body. */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse) {
  if (request.method === "GET" || request.method === "HEAD") return;
  response.once("finish", () => {
    if (request.complete || request.destroyed) return;
    let read = 0;
    request.removeAllListeners("data");
    request.on("data", (chunk: Buffer) => {
      read += chunk.length;
      if (read > maxBytes) request.destroy();
    });
    request.resume();
    const timer = setTimeout(() => request.destroy(), timeoutMs).unref();
    request.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
  });
}
