import type { IncomingMessage, ServerResponse } from "node:http";

/** Beyond this an over-long upload is cut off rather than read to its end. Bytes. */
const patience = 100 * 1024 * 1024;
const patienceMs = 60_000;

/**
 * Reads on what a refused upload still sends, after it was answered: a browser reads the answer only when it has sent
 * everything, and would hang until its own time limit otherwise.
 */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse) {
  if (request.method === "GET" || request.method === "HEAD") return;
  response.once("finish", () => {
    if (request.complete || request.destroyed) return;
    let read = 0;
    request.removeAllListeners("data");
    request.on("data", (chunk: Buffer) => {
      read += chunk.length;
      if (read > patience) request.destroy();
    });
    request.resume();
    const timer = setTimeout(() => request.destroy(), patienceMs).unref();
    request.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
  });
}
