import type { IncomingMessage } from "node:http";

/** An upload of 10 MB on 400 kbps takes 200 s. */
export const usualBodyMs = 300_000;

/** Ten of them in one form, which is how several photos are sent without scripts. */
export const longestBodyMs = 10 * usualBodyMs;

/** Every body must keep coming: about 2 kB/s, a fifth of what the times above count on. */
const progress = { everyMs: 60_000, bytes: 120_000 };

/** Forms with several photos: a tool's batch, and the share target. */
const severalPhotos = /^\/(?:[a-z-]+\/batch|share-photo)(?:\.data)?(?:\?|$)/;

/**
 * Ends a request whose body has not arrived in time. Node's own limit, `server.requestTimeout`, is one for all requests,
 * and that of the longest would keep every connection open for as long.
 */
export function limitBodyTime(request: IncomingMessage): void {
  const several = severalPhotos.test(request.url ?? "");
  const end = () => {
    if (!request.complete) request.destroy();
  };
  const timer = setTimeout(end, several ? longestBodyMs : usualBodyMs).unref();
  let before = request.socket.bytesRead;
  const check = () => {
    const { bytesRead } = request.socket;
    // Held back, or not yet taken: it waits for us, while a photo is looked at.
    const waitsForUs = request.isPaused() || request.readableLength > 0;
    if (bytesRead - before < progress.bytes && !waitsForUs) end();
    before = bytesRead;
  };
  const watch = setInterval(check, progress.everyMs).unref();
  const over = () => {
    clearTimeout(timer);
    clearInterval(watch);
  };
  request.once("end", over).once("close", over);
}
