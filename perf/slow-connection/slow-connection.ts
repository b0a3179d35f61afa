import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";

/** A visitor's connection: what a round trip takes and how much fits through it. */
export interface SlowConnection {
  roundTripMs: number;
  /** 1000 bits a second. */
  downKbps: number;
  upKbps: number;
}

/** WebPageTest's "3GSlow". */
export const slowest: SlowConnection = { roundTripMs: 400, downKbps: 400, upKbps: 400 };
/** Lighthouse's mobile connection. */
export const slow4g: SlowConnection = { roundTripMs: 150, downKbps: 1638.4, upKbps: 750 };

/** A proxy through a fresh slow connection: nothing is open yet and no name is known. */
export async function startProxy(connection: SlowConnection): Promise<{ proxy: string; stop(): Promise<void> }> {
  const shaper = fork(join(import.meta.dirname, "shaper-process.ts"), [JSON.stringify(connection)]);
  const [address] = (await once(shaper, "message")) as [{ port: number }];
  return {
    proxy: `socks4://127.0.0.1:${address.port}`,
    async stop() {
      if (shaper.exitCode !== null) return;
      shaper.disconnect();
      await once(shaper, "exit");
    },
  };
}
