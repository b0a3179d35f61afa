import type { Bench } from "../bench.ts";
import type { Readings } from "../budgets.ts";
import { median } from "../statistics.ts";

const starts = 3;

/** From the command to the first answer, with a data directory an earlier start has made; turn by turn. */
export async function measureBoot(bench: Bench): Promise<Readings> {
  const boot = async (start: () => Promise<{ bootMs: number; stop(): Promise<void> }>) => {
    const server = await start();
    await server.stop();
    return server.bootMs;
  };
  const ours: number[] = [];
  const theirs: number[] = [];
  for (let index = 0; index < starts; index++) {
    ours.push(await boot(bench.startProduct));
    theirs.push(await boot(bench.startBare));
  }
  return {
    bootRatio: {
      value: median(ours) / median(theirs),
      note: `${median(ours).toFixed(0)} to ${median(theirs).toFixed(0)} ms`,
    },
  };
}
