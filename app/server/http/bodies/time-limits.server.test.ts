import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { limitBodyTime, maxBodyMs, usualBodyMs, limitedStream, withTimedBody } from "./time-limits.server.ts";
import { readUploads } from "../../../photos/upload/read-upload.server.ts";

/** As much of a request as the limit looks at; `send` is what arrives in a minute. */
function arriving(url: string) {
  const destroy = vi.fn<() => void>();
  const state = { url, complete: false, readableLength: 0, paused: false, socket: { bytesRead: 5000 }, destroy };
  const request = Object.assign(new EventEmitter(), state, { isPaused: () => request.paused });
  limitBodyTime(request as unknown as IncomingMessage);
  const send = (bytes: number) => {
    request.socket.bytesRead += bytes;
    vi.advanceTimersByTime(60_000);
  };
  return { request, destroy, send };
}

describe("the time of a request's body", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  test("allows a steady upload five minutes", () => {
    const { destroy, send } = arriving("/api/photos");
    for (let minute = 1; minute * 60_000 < usualBodyMs; minute += 1) send(150_000);
    expect(destroy).not.toHaveBeenCalled();
    send(150_000);
    expect(destroy).toHaveBeenCalled();
  });

  test("ends an upload that trickles in after a minute", () => {
    const { destroy, send } = arriving("/api/photos");
    send(1000);
    expect(destroy).toHaveBeenCalledOnce();
  });

  test.each(["/surprise-me/batch?draft=1", "/share-photo", "/art-style/batch.data"])(
    "allows several photos at %s more time while they arrive steadily",
    (url) => {
      const { destroy, send } = arriving(url);
      for (let minute = 0; minute < 20; minute += 1) send(150_000);
      expect(destroy).not.toHaveBeenCalled();
      send(1000);
      expect(destroy).toHaveBeenCalledOnce();
    },
  );

  test("does not count the server's own pauses against several photos, up to the longest time", () => {
    const { request, destroy, send } = arriving("/share-photo");
    request.paused = true;
    send(0);
    request.paused = false;
    request.readableLength = 10;
    send(0);
    expect(destroy).not.toHaveBeenCalled();
    vi.advanceTimersByTime(maxBodyMs);
    expect(destroy).toHaveBeenCalled();
  });

  test("leaves a complete request alone, even with a slow response and an unread empty body", () => {
    const { request, destroy } = arriving("/surprise-me/batch");
    request.complete = true;
    vi.advanceTimersByTime(maxBodyMs);
    expect(destroy).not.toHaveBeenCalled();
  });
});

const bytes = (...values: number[]) =>
  new ReadableStream<Uint8Array>({
    pull(controller) {
      const value = values.shift();
      if (value === undefined) controller.close();
      else controller.enqueue(new Uint8Array([value]));
    },
  });

test("passes a stream through and reports its end once", async () => {
  let ends = 0;
  const limited = limitedStream(bytes(1, 2, 3), { limitMs: 60_000, onEnd: () => (ends += 1) });
  expect([...new Uint8Array(await new Response(limited).arrayBuffer())]).toEqual([1, 2, 3]);
  expect(ends).toBe(1);
});

test("cancels the source when its reader cancels", async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const source = new ReadableStream<Uint8Array>({
    pull: (controller) => controller.enqueue(new Uint8Array([1])),
    cancel: resolve,
  });
  let ends = 0;
  const limited = limitedStream(source, { limitMs: 60_000, onEnd: () => (ends += 1) });
  await limited.cancel("gone");
  expect(await promise).toBe("gone");
  expect(ends).toBe(1);
});

test("ends a stream that never ends by itself", async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const silent = new ReadableStream<Uint8Array>({ pull: () => new Promise(() => {}) });
  const limited = limitedStream(silent, { limitMs: 5, onEnd: resolve });
  await expect(new Response(limited).arrayBuffer()).rejects.toThrow("took too long");
  await promise;
});

const post = (body: ReadableStream<Uint8Array>) =>
  new Request("http://localhost/", {
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=x" },
    body,
    duplex: "half",
  } as RequestInit);

test("fails a form that does not end in time", async () => {
  const begun = new TextEncoder().encode("--x\r\n");
  const slow = post(new ReadableStream({ start: (controller) => controller.enqueue(begun) }));
  expect(await readUploads(withTimedBody(slow, 20), "photo", 1, async () => true)).toBe("broken");
});

test("reads a form that ends in time as it was sent", async () => {
  const form = '--x\r\nContent-Disposition: form-data; name="photo"; filename="a.jpg"\r\n\r\nabc\r\n--x--\r\n';
  const names: string[] = [];
  const request = withTimedBody(post(new Blob([form]).stream()), 60_000);
  await readUploads(request, "photo", 1, async ({ fileName }) => names.push(fileName) > 0);
  expect(names).toEqual(["a.jpg"]);
});
