import { EventEmitter } from "node:events";
import type { IncomingMessage } from "node:http";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { limitBodyTime, maxBodyMs, usualBodyMs } from "./body-time-limit.server.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

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
