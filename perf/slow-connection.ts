/**
 * A slow connection: a SOCKS 4 proxy that only reaches the loopback address, in its own thread so that the measurement
 * does not delay its timers. This module contains both the caller's side and the thread.
 */
import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import { isMainThread, parentPort, Worker, workerData } from "node:worker_threads";

/** A visitor's connection: round-trip time and bandwidth. */
export interface SlowConnection {
  roundTripMs: number;
  /** Unit: 1000 bits a second. */
  downKbps: number;
  upKbps: number;
}

/** WebPageTest's "3GSlow". */
export const slowest: SlowConnection = { roundTripMs: 400, downKbps: 400, upKbps: 400 };
/** Lighthouse's mobile connection. */
export const slow4g: SlowConnection = { roundTripMs: 150, downKbps: 1638.4, upKbps: 750 };

/** Starts a proxy over a fresh slow connection: no open connections, no resolved names. */
export async function startProxy(connection: SlowConnection): Promise<{ proxy: string; stop(): Promise<unknown> }> {
  const thread = new Worker(new URL(import.meta.url), { workerData: connection });
  const [port] = (await once(thread, "message")) as [number];
  return { proxy: `socks4://127.0.0.1:${port}`, stop: () => thread.terminate() };
}

/** Payload of an Ethernet-sized TCP segment, bytes. */
const segmentBytes = 1_460;
/** The first congestion window: 10 segments (RFC 6928). */
const firstWindow = 10 * segmentBytes;
/** Bytes buffered on this side before the sender is paused. */
const mostWaiting = 65_536;

/** One direction, shared by all connections: bytes queue and leave one after the other. */
function createLane(kbps: number, roundTripMs: number) {
  let freeAt = 0;
  return {
    roundTripMs,
    largestWindow: Math.max(firstWindow, (2 * kbps * roundTripMs) / 8),
    /** Queues `bytes`. Returns the ms until their last bit leaves. */
    reserve(bytes: number): number {
      const now = performance.now();
      freeAt = Math.max(now, freeAt) + (bytes * 8) / kbps;
      return freeAt - now;
    },
  };
}

function serve({ roundTripMs, downKbps, upKbps }: SlowConnection) {
  const [down, up] = [createLane(downKbps, roundTripMs), createLane(upKbps, roundTripMs)];
  // In production every connection also waits for TLS (one trip in 1.3), and the first one for DNS.
  const [tcpTrips, tlsTrips] = [1, 1];
  let nameTrips = 1;
  const server = createServer({ noDelay: true }, (client) => {
    client.on("error", () => client.destroy());
    void reach(client);
  });
  server.listen(0, "127.0.0.1", () => parentPort?.postMessage((server.address() as AddressInfo).port));

  /** Reads version, command, port, address, user name and a zero: the browser sends them at once and then waits. */
  async function reach(client: Socket) {
    const [request] = (await once(client, "data")) as [Buffer];
    client.pause();
    if (request.readUInt32BE(4) !== 0x7f_00_00_01) return void client.end(answer(0x5b));
    const site = connect({ host: "127.0.0.1", port: request.readUInt16BE(2), noDelay: true });
    site.on("error", () => client.destroy());
    site.on("close", () => site.errored && client.destroy());
    client.on("close", () => site.destroy());
    await once(site, "connect");
    const trips = nameTrips + tcpTrips + tlsTrips;
    nameTrips = 0;
    setTimeout(() => {
      if (client.destroyed) return;
      client.write(answer(0x5a));
      carry(client, site, up);
      carry(site, client, down);
      client.resume();
    }, trips * roundTripMs);
  }
}

function answer(code: number) {
  return Buffer.from([0, code, 0, 0, 0, 0, 0, 0]);
}

/**
 * Carries one direction of one connection like TCP: in segments, with at most one window unacknowledged. The window
 * grows by acknowledged bytes (slow start). Each segment arrives half a round trip after it leaves.
 */
function carry(from: Socket, to: Socket, lane: ReturnType<typeof createLane>) {
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
      const arrivalMs = lane.reserve(segment.length) + lane.roundTripMs / 2;
      setTimeout(arrive, arrivalMs);
      setTimeout(acknowledge, arrivalMs + lane.roundTripMs / 2, segment.length);
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

  // Timers may fire a millisecond out of order, so each delivers the oldest segment.
  function arrive() {
    const segment = flying.shift();
    if (segment && !to.destroyed) to.write(segment);
    finish();
  }

  function acknowledge(bytes: number) {
    unacknowledged -= bytes;
    window = Math.min(lane.largestWindow, window + bytes);
    send();
  }

  function finish() {
    if (ended && waitingBytes === 0 && flying.length === 0 && !to.destroyed) to.end();
  }
}

if (!isMainThread) serve(workerData as SlowConnection);
