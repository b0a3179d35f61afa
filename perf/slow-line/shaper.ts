import { fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { Line } from "./line.ts";

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
