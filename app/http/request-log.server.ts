import { createContext, type MiddlewareFunction } from "react-router";
import { servicesContext } from "../services.ts";
import { loggedPath } from "./logged-path.ts";

/** Null before the log has seen the request. */
export const requestIdContext = createContext<string | null>(null);

/** One line per request with an id the error page shows. Never the query, a body, an address, a cookie or a share. */
export const requestLog: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  const { log } = context.get(servicesContext);
  const id = crypto.randomUUID();
  context.set(requestIdContext, id);
  const started = performance.now();
  const response = await next();
  response.headers.set("X-Request-Id", id);
  const line = {
    id,
    method: request.method,
    path: loggedPath(request),
    status: response.status,
    ms: Math.round(performance.now() - started),
  };
  // Somebody who left before the answer is no failure of ours, whatever status it would have had.
  if (request.signal.aborted) log.info({ ...line, aborted: true }, "request");
  else if (response.status >= 500 && response.status !== 503) log.error(line, "request failed");
  else log.info(line, "request");
  return response;
};
