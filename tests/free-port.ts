import { once } from "node:events";
import { createServer } from "node:net";

/** Finds a port of the loopback address that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (!address || typeof address === "string") throw new Error("the probe had no port");
  return address.port;
}
