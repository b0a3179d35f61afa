import { worker } from "./worker-scope.ts";

/** An empty referrer may be either; only the server sees `Sec-Fetch-Site`. */
export const isForeign = (referrer: string): boolean =>
  /^https?:/.test(referrer) && new URL(referrer).origin !== worker.location.origin;
