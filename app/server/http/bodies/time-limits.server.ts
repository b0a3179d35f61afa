import type { IncomingMessage, ServerResponse } from "node:http";

/** An upload of 10 MB at 400 kbit/s takes 200 s. */
export const usualBodyMs = 300_000;

export const maxBodyMs = 10 * usualBodyMs;

const progress = { everyMs: 60_000, bytes: 120_000 };

const severalPhotos = /^\/(?:[a-z-]+\/batch|share-photo)(?:\.data)?(?:\?|$)/;

/** `server.requestTimeout` would set one limit for all requests. */
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

/** Bytes; beyond this the connection closes. */
const maxBytes = 100 * 1024 * 1024;
const timeoutMs = 60_000;

/** Browsers read a response only after they have sent the whole body. */
export function drainUnreadBody(request: IncomingMessage, response: ServerResponse) {
  if (request.method === "GET" || request.method === "HEAD") return;
  response.once("finish", () => {
    if (request.complete || request.destroyed) return;
    let read = 0;
    request.removeAllListeners("data");
    request.on("data", (chunk: Buffer) => {
      read += chunk.length;
      if (read > maxBytes) request.destroy();
    });
    request.resume();
    const timer = setTimeout(() => request.destroy(), timeoutMs).unref();
    request.once("end", () => clearTimeout(timer)).once("close", () => clearTimeout(timer));
  });
}

export function withTimedBody(request: Request, limitMs: number): Request {
  if (!request.body) return request;
  const body = request.body.pipeThrough(new TransformStream(), { signal: AbortSignal.timeout(limitMs) });
  return new Request(request, { body, duplex: "half" } as RequestInit);
}

/** Calls `onEnd` once: after the end, a cancel, a failure or a timeout. */
export function limitedStream(
  stream: ReadableStream<Uint8Array>,
  { limitMs, onEnd }: { limitMs: number; onEnd: () => void },
): ReadableStream<Uint8Array> {
  const reader = stream.getReader();
  let ended = false;
  const end = () => {
    if (ended) return;
    ended = true;
    clearTimeout(timer);
    onEnd();
  };
  let fail: (error: Error) => void = () => {};
  const timer = setTimeout(() => {
    const late = new Error("the stream took too long");
    fail(late);
    void reader.cancel(late).catch(() => {});
    end();
  }, limitMs);
  return new ReadableStream({
    start(controller) {
      fail = (error) => controller.error(error);
    },
    async pull(controller) {
      try {
        const { value, done } = await reader.read();
        if (done) controller.close();
        else controller.enqueue(value);
        if (done) end();
      } catch (error) {
        end();
        throw error;
      }
    },
    async cancel(reason) {
      end();
      await reader.cancel(reason);
    },
  });
}
