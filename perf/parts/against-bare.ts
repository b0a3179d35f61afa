import type { Bench } from "../bench.ts";
import type { Readings } from "../budgets.ts";
import { type LoadResult, runLoad } from "../load.ts";
import { percentile, sum } from "../statistics.ts";

const rounds = 3;
const secondsEach = 2;
const connections = 8;

/** As many landing pages as the server can give, and the bare server's page, turn by turn so that noise meets both. */
export async function measureAgainstBare(bench: Bench): Promise<Readings> {
  const product = await bench.product();
  const bare = await bench.startBare();
  try {
    const load = (url: string, seconds: number) => runLoad({ url: `${url}/`, seconds, pace: { connections } });
    await load(product.url, 1); // warms up
    await load(bare.url, 1);
    const ours: LoadResult[] = [];
    const theirs: LoadResult[] = [];
    for (let round = 0; round < rounds; round++) {
      ours.push(await load(product.url, secondsEach));
      theirs.push(await load(bare.url, secondsEach));
    }
    const [rate, bareRate] = [perSecond(ours), perSecond(theirs)];
    const [tail, bareTail] = [p99(ours), p99(theirs)];
    return {
      bareRate: { value: rate / bareRate, note: `${rate.toFixed(0)} to ${bareRate.toFixed(0)} per second` },
      bareTail: {
        value: tail / bareTail,
        note: `${tail.toFixed(1)} to ${bareTail.toFixed(1)} ms, ${connections} connections`,
      },
    };
  } finally {
    await bare.stop();
  }
}

const perSecond = (runs: LoadResult[]) =>
  sum(runs.map((run) => run.samples.length)) / sum(runs.map((run) => run.seconds));
const p99 = (runs: LoadResult[]) =>
  percentile(
    runs.flatMap((run) => run.samples.map(({ ms }) => ms)),
    99,
  );
