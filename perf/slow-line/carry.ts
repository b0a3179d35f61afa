import type { Socket } from "node:net";
import { firstWindow, segmentBytes, type Lane } from "./line.ts";

interface Way {
  lane: Lane;
  roundTripMs: number;
  largestWindow: number;
}

/** Buffered on this side of the line before the sender is asked to wait, bytes. */
const mostWaiting = 65_536;

/**
 * Carries one direction of one connection over the line, as TCP would: segment by segment, at most a window of them
 * unacknowledged, the window growing by what is acknowledged (slow start), each arriving half a round trip after it
 * has left.
 */
export function carry(from: Socket, to: Socket, { lane, roundTripMs, largestWindow }: Way) {
  const waiting: Buffer[] = [];
  const flying: Buffer[] = [];
  let waitingBytes = 0;
  let unacknowledged = 0;
  let window = firstWindow;
  let ended = false;

  from.on("data", (chunk: Buffer) => {
    waiting.push(chunk);
    waitingBytes += chunk.length;
    if (waitingBytes > mostWaiting) from.pause();
    send();
  });
  from.on("end", () => {
    ended = true;
    finish();
  });

  function send() {
    while (waitingBytes > 0 && unacknowledged < window) {
      const segment = take(Math.min(segmentBytes, window - unacknowledged));
      unacknowledged += segment.length;
      flying.push(segment);
      const arrivalMs = lane.reserve(segment.length, performance.now()) + roundTripMs / 2;
      setTimeout(arrive, arrivalMs);
      setTimeout(acknowledge, arrivalMs + roundTripMs / 2, segment.length);
    }
    if (waitingBytes < mostWaiting / 2 && from.isPaused() && !from.destroyed) from.resume();
  }

  function take(most: number): Buffer {
    const first = waiting.shift() ?? Buffer.alloc(0);
    if (first.length > most) waiting.unshift(first.subarray(most));
    const segment = first.subarray(0, most);
    waitingBytes -= segment.length;
    return segment;
  }

  // Timers may fire a millisecond out of order, bytes may not: each delivers the oldest segment.
  function arrive() {
    const segment = flying.shift();
    if (segment && !to.destroyed) to.write(segment);
    finish();
  }

  function acknowledge(bytes: number) {
    unacknowledged -= bytes;
    window = Math.min(largestWindow, window + bytes);
    send();
  }

  function finish() {
    if (ended && waitingBytes === 0 && flying.length === 0 && !to.destroyed) to.end();
  }
}
