/**
 * A slow line in a process of its own, so that its timers do not wait for whoever measures: a SOCKS proxy on the
 * loopback address that goes nowhere else. `node shaper-process.ts <line as JSON>` tells its parent the port and ends
 * with it.
 */
import { connect, createServer, type Socket } from "node:net";
import { carry } from "./carry.ts";
import { createLane, largestWindow, type Line } from "./line.ts";
import { acceptGreeting, connected, readDestination, readGreeting, unreachable } from "./socks.ts";

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
