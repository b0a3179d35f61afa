import { worker } from "./worker-scope.ts";

/**
 * Whether a request says that it began on a page that is not ours. One that does not say where it began may be either:
 * only the server is told by the browser (`Sec-Fetch-Site`).
 */
export const isElsewhere = (referrer: string): boolean =>
  /^https?:/.test(referrer) && new URL(referrer).origin !== worker.location.origin;
