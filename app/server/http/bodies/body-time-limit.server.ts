import type { IncomingMessage } from "node:http";

/** An upload of 10 MB at 400 kbit/s takes 200 s. */
export const usualBodyMs = 300_000;

export const maxBodyMs = 10 * usualBodyMs;

const progress = { everyMs: 60_000, bytes: 120_000 };

const severalPhotos = /^\/(?:[a-z-]+\/batch|share-photo)(?:\.data)?(?:\?|$)/;

/** `server.requestTimeout` would be one limit for all requests. */
export function limitBodyTime(request: IncomingMessage): void {
  const several = severalPhotos.test(request.url ?? "");
  const end = () => {
    if (!request.complete) request.destroy();
  };
  const timer = setTimeout(end, several ? maxBodyMs : usualBodyMs).unref();
  let before = request.socket.bytesRead;
  const check = () => {
    const { bytesRead } = request.socket;
    // The server itself pauses the request while it inspects a photo.
    const isPausedByServer = request.isPaused() || request.readableLength > 0;
    if (bytesRead - before < progress.bytes && !isPausedByServer) end();
    before = bytesRead;
  };
  const watch = setInterval(check, progress.everyMs).unref();
  const over = () => {
    clearTimeout(timer);
    clearInterval(watch);
  };
  request.once("end", over).once("close", over);
}
