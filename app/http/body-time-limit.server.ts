import type { IncomingMessage } from "node:http";

/** An upload of 10 MB on 400 kbps takes 200 s. */
const usualMs = 300_000;

/** Ten of them in one form, which is how several photos are sent without scripts. */
export const longestBodyMs = 10 * usualMs;

/** Forms with several photos: a tool's batch, and the share target. */
const severalPhotos = /^\/(?:[a-z-]+\/batch|share-photo)(?:\.data)?(?:\?|$)/;

/**
 * Ends a request whose body has not arrived in time. Node's own limit, `server.requestTimeout`, is one for all requests,
 * and that of the longest would keep every connection open for as long.
 */
export function limitBodyTime(request: IncomingMessage): void {
  const timer = setTimeout(
    () => request.destroy(),
    severalPhotos.test(request.url ?? "") ? longestBodyMs : usualMs,
  ).unref();
  const over = () => clearTimeout(timer);
  request.once("end", over).once("close", over);
}
