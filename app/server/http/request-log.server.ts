import { createContext, type MiddlewareFunction } from "react-router";
import { logContext, observationContext } from "../observability/observation.ts";
import { loggedPath } from "../observability/redaction.ts";

/** The status of the error page that an internal request renders (error-response.server.ts). */
export const failureContext = createContext<403 | 500 | null>(null);
export const errorLoggedContext = createContext<boolean>(false);

/** Logs one line per request, without query, body, address, cookie or share token. */
export const requestLog: MiddlewareFunction<Response> = async ({ request, context, pattern }, next) => {
  if (context.get(failureContext)) return next();
  const log = context.get(logContext);
  const observation = context.get(observationContext);
  observation.matched(pattern === "*" ? "(none)" : `/${pattern.replace(/^\//, "")}`);
  const started = performance.now();
  const response = await next();
  const fields = {
    method: request.method,
    path: loggedPath(request),
    status: response.status,
    ms: Math.round(performance.now() - started),
  };
  // A client that disconnects is not a server failure.
  if (request.signal.aborted) log.info({ ...fields, aborted: true }, "request");
  else if (response.status >= 500 && response.status !== 503) {
    // The thrown error is already logged with its stack.
    log[context.get(errorLoggedContext) ? "warn" : "error"](fields, "request failed");
  } else log.info(fields, "request");
  return response;
};
