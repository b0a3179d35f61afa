import type { MiddlewareFunction } from "react-router";
import { afterFailureContext, errorLoggedContext, servicesContext } from "../../services.ts";
import { loggedPath } from "./logged-path.ts";

/**
 * One line per request; like every line, it carries the id the error page shows. Never the query, a body, an address, a
 * cookie or a share. Our own question for a page about a failure is part of the request that failed.
 */
export const requestLog: MiddlewareFunction<Response> = async ({ request, context, pattern }, next) => {
  if (context.get(afterFailureContext)) return next();
  const { log, observation } = context.get(servicesContext);
  observation.matched(pattern === "*" ? "(none)" : `/${pattern.replace(/^\//, "")}`);
  const started = performance.now();
  const response = await next();
  const line = {
    method: request.method,
    path: loggedPath(request),
    status: response.status,
    ms: Math.round(performance.now() - started),
  };
  // Somebody who left before the answer is no failure of ours, whatever status it would have had.
  if (request.signal.aborted) log.info({ ...line, aborted: true }, "request");
  else if (response.status >= 500 && response.status !== 503) {
    // What was thrown is an error in the log already, with its stack: one failure is one error.
    log[context.get(errorLoggedContext) ? "warn" : "error"](line, "request failed");
  } else log.info(line, "request");
  return response;
};
