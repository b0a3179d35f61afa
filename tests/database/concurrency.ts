/** How many histories a property tries; FAST_CHECK_RUNS sets any number. */
export const runs = (everyday: number, sweep: number) =>
  Number(process.env["FAST_CHECK_RUNS"] ?? (process.env["SWEEP"] === "full" ? sweep : everyday));

const cutShort = /crashed|connection|ECONNRESET|EPIPE/i;

/**
 * Runs the lanes at once, each one action after the other, as that many processes would; what a crash or a cut connection
 * ends is left as it is. Comes back when every lane has ended, so that nothing of a failed run reaches into the next.
 * @returns how many actions were cut short.
 * @throws the first other error.
 */
export async function runLanes<Action>(lanes: Action[][], perform: (action: Action) => Promise<void>): Promise<number> {
  let cut = 0;
  const runLane = async (lane: Action[]) => {
    for (const action of lane) {
      await perform(action).catch((error: unknown) => {
        if (!cutShort.test(String(error))) throw error;
        cut += 1;
      });
    }
  };
  const ended = await Promise.allSettled(lanes.map(runLane));
  for (const lane of ended) if (lane.status === "rejected") throw lane.reason;
  return cut;
}
