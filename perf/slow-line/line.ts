import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A visitor's line: what a round trip takes and how much fits through it. */
export interface Line {
  name: string;
  roundTripMs: number;
  /** 1000 bits a second. */
  downKbps: number;
  upKbps: number;
}

/** WebPageTest's "3GSlow". */
export const slowestLine: Line = { name: "400 kbps", roundTripMs: 400, downKbps: 400, upKbps: 400 };
/** Lighthouse's mobile line. */
export const slow4g: Line = { name: "Slow 4G", roundTripMs: 150, downKbps: 1638.4, upKbps: 750 };

/** One direction of the line, shared by all connections: bytes queue for it and leave one after the other. */
export interface Lane {
  /** Queues `bytes` at `now` (ms). Returns how many ms later their last bit has left. */
  reserve(bytes: number, now: number): number;
}

export function createLane(kbps: number): Lane {
  const bytesPerMs = kbps / 8;
  let freeAt = 0;
  return {
    reserve(bytes, now) {
      freeAt = Math.max(now, freeAt) + bytes / bytesPerMs;
      return freeAt - now;
    },
  };
}

/** Payload of an Ethernet-sized TCP segment, bytes. */
export const segmentBytes = 1_460;
/** The first congestion window: 10 segments (RFC 6928). */
export const firstWindow = 10 * segmentBytes;

export const largestWindow = (kbps: number, roundTripMs: number): number =>
  Math.max(firstWindow, (2 * kbps * roundTripMs) / 8);

export interface Shaper {
  proxy: string;
  stop(): Promise<void>;
}

/** A fresh slow line: no connection is open yet and no name is known. */
export async function startShaper(line: Line): Promise<Shaper> {
  const shaper = fork(join(import.meta.dirname, "shaper-process.ts"), [JSON.stringify(line)]);
  const [address] = (await once(shaper, "message")) as [{ port: number }];
  return {
    proxy: `socks5://127.0.0.1:${address.port}`,
    async stop() {
      if (shaper.exitCode !== null) return;
      shaper.disconnect();
      await once(shaper, "exit");
    },
  };
}
