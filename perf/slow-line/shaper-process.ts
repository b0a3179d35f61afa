/**
 * A slow line in a process of its own, so that its timers do not wait for the measurement: a SOCKS proxy on the
 * loopback address that goes nowhere else. `node shaper-process.ts <line as JSON>` sends its parent the port and ends
 * with it.
 */
import { connect, createServer, type Socket } from "node:net";
import { createLane, firstWindow, type Lane, largestWindow, type Line, segmentBytes } from "./line.ts";

const { roundTripMs, downKbps, upKbps } = JSON.parse(process.argv[2] ?? "") as Line;
const down = { lane: createLane(downKbps), roundTripMs, largestWindow: largestWindow(downKbps, roundTripMs) };
const up = { lane: createLane(upKbps), roundTripMs, largestWindow: largestWindow(upKbps, roundTripMs) };

// In production a connection also waits for TLS (one trip in 1.3), and the first one for the name's address.
const tcpTrips = 1;
const tlsTrips = 1;
let nameTrips = 1;

const server = createServer({ noDelay: true }, (client) => {
  client.on("error", () => client.destroy());
  let said = Buffer.alloc(0);
  let greeted = false;
  client.on("data", function listen(chunk: Buffer) {
    said = Buffer.concat([said, chunk]);
    if (!greeted) {
      const greeting = readGreeting(said);
      if (!greeting) return;
      greeted = true;
      said = Buffer.from(greeting.rest);
      client.write(acceptGreeting);
    }
    const destination = readDestination(said);
    if (!destination) return;
    client.off("data", listen);
    client.pause();
    if (destination.rest.length) client.unshift(destination.rest);
    reach(client, destination);
  });
});
server.listen(0, "127.0.0.1", () => process.send?.(server.address()));
process.once("disconnect", () => process.exit());

function reach(client: Socket, { host, port }: { host: string; port: number }) {
  if (host !== "localhost" && host !== "127.0.0.1") {
    client.end(unreachable);
    return;
  }
  const site = connect({ host: "127.0.0.1", port, noDelay: true });
  site.on("error", () => client.destroy());
  site.on("close", () => site.errored && client.destroy());
  client.on("close", () => site.destroy());
  site.once("connect", () => {
    const trips = nameTrips + tcpTrips + tlsTrips;
    nameTrips = 0;
    setTimeout(() => {
      if (client.destroyed) return;
      client.write(connected);
      carry(client, site, up);
      carry(site, client, down);
      client.resume();
    }, trips * roundTripMs);
  });
}

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

export function readGreeting(bytes: Buffer): { rest: Buffer } | null {
  const methods = bytes[1];
  if (methods === undefined || bytes.length < 2 + methods) return null;
  return { rest: bytes.subarray(2 + methods) };
}

export function readDestination(bytes: Buffer): { host: string; port: number; rest: Buffer } | null {
  const address = readAddress(bytes);
  if (!address || bytes.length < address.end + 2) return null;
  return { host: address.host, port: bytes.readUInt16BE(address.end), rest: bytes.subarray(address.end + 2) };
}

/** Version, command, reserved, then the kind of address: 1 is IPv4, 3 a name with its length before it. */
function readAddress(bytes: Buffer): { host: string; end: number } | null {
  const [, , , kind, first] = bytes;
  if (kind === undefined || first === undefined) return null;
  if (kind === 1) return bytes.length < 8 ? null : { host: bytes.subarray(4, 8).join("."), end: 8 };
  if (kind !== 3) throw new Error(`SOCKS address kind ${kind} is not served`);
  const end = 5 + first;
  return bytes.length < end ? null : { host: bytes.toString("latin1", 5, end), end };
}

export const acceptGreeting = Buffer.from([5, 0]);
const answer = (code: number) => Buffer.from([5, code, 0, 1, 0, 0, 0, 0, 0, 0]);
export const connected = answer(0);
export const unreachable = answer(4);
