import type { IncomingMessage, ServerResponse } from "node:http";
import type { Observer } from "../observability/observe.server.ts";
import { requestIdOf } from "../observability/request-id.ts";

const methods = new Set(["GET", "HEAD", "POST", "DELETE"]);

export const outsideRoutes = { refused: "(refused)", file: "(file)", page: "(page)" } as const;

/** Assigns the request id, returns it in a header, and records the response. */
export function observedRequest(
  observer: Observer,
  trustedProxy: "fly" | null,
  request: IncomingMessage,
  response: ServerResponse,
  answer: () => void,
): void {
  const id = requestIdOf(request.headers, trustedProxy);
  const { method = "" } = request;
  response.setHeader("X-Request-Id", id);
  const observed = {
    id,
    kind: "request",
    method: methods.has(method) ? method : "other",
    route: outsideRoutes.refused,
  } as const;
  observer.begin(observed, (running) => {
    response.once("close", () => observer.end(running, response.writableEnded ? response.statusCode : null));
    answer();
  });
}
