import type { IncomingMessage, ServerResponse } from "node:http";
import type { Observer } from "../observability/observe.server.ts";
import { requestIdOf } from "../observability/request-id.ts";

const methods = new Set(["GET", "HEAD", "POST", "DELETE"]);

/** What answers before or instead of a route, as metrics call it. */
export const outsideRoutes = { refused: "(refused)", file: "(file)", page: "(page)" } as const;

/** Gives the request its id, which its answer carries, and notes its answer, whoever makes it. */
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
