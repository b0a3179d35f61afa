/**
 * A slow connection in a process of its own, so that its timers do not wait for the measurement: a SOCKS 4 proxy on the
 * loopback address that leads nowhere else. `node shaper-process.ts <connection as JSON>` sends its parent the port and
 * ends with it.
 */
import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";
import type { SlowConnection } from "./slow-connection.ts";

const { roundTripMs, downKbps, upKbps } = JSON.parse(process.argv[2] ?? "") as SlowConnection;
/** Payload of an Ethernet-sized TCP segment, bytes. */
const segmentBytes = 1_460;
/** The first congestion window: 10 segments (RFC 6928). */
const firstWindow = 10 * segmentBytes;
/** Buffered on this side before the sender is asked to wait, bytes. */
const mostWaiting = 65_536;

/** One direction, shared by all connections: bytes queue for it and leave one after the other. */
function createLane(kbps: number) {
  let freeAt = 0;
  return {
    largestWindow: Math.max(firstWindow, (2 * kbps * roundTripMs) / 8),
    /** Queues `bytes` now. Returns how many ms later their last bit has left. */
    reserve(bytes: number): number {
      const now = performance.now();
      freeAt = Math.max(now, freeAt) + (bytes * 8) / kbps;
      return freeAt - now;
    },
  };
}

const [down, up] = [createLane(downKbps), createLane(upKbps)];
// In production a connection also waits for TLS (one trip in 1.3), and the first one for the name's address.
const tcpTrips = 1;
const tlsTrips = 1;
let nameTrips = 1;

const server = createServer({ noDelay: true }, (client) => {
  client.on("error", () => client.destroy());
  void reach(client);
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.once("disconnect", () => process.exit());

/** Version, command, port, address, the user's name and a zero: the browser sends them at once and then waits. */
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

function answer(code: number) {
  return Buffer.from([0, code, 0, 0, 0, 0, 0, 0]);
}

/**
 * Carries one direction of one connection, as TCP would: segment by segment, at most a window of them unacknowledged, the
 * window growing by what is acknowledged (slow start), each arriving half a round trip after it has left.
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
      const arrivalMs = lane.reserve(segment.length) + roundTripMs / 2;
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
    window = Math.min(lane.largestWindow, window + bytes);
    send();
  }

  function finish() {
    if (ended && waitingBytes === 0 && flying.length === 0 && !to.destroyed) to.end();
  }
}
