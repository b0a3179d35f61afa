import sharp from "sharp";
import { develop } from "../../app/darkroom/develop.ts";
import type { Recipe } from "../../app/transformations/image-generator.ts";

export interface BenchTask {
  recipe: Recipe;
  image: Uint8Array;
}

export interface BenchFigures {
  /** CPU time of all threads from the task's arrival to its result, loading code included. */
  cpuMs: number;
  /** The largest resident set so far, in units of 1 000 000 bytes. */
  peakMegabytes: number;
  /** Why there was no picture. */
  problem?: string;
}

/** Does one photo as the darkroom's own children do, and says what it cost. */
sharp.concurrency(1);
sharp.cache(false);

process.once("message", async (task) => {
  const { recipe, image } = task as BenchTask;
  const before = process.cpuUsage();
  // As in the product, the things' net has a process of its own; its cost is measured by bench:cut-outs.
  const result = await develop({ recipe, image }, { onProgress: () => {}, things: null });
  const { user, system } = process.cpuUsage(before);
  const figures: BenchFigures = {
    cpuMs: (user + system) / 1000,
    peakMegabytes: (process.resourceUsage().maxRSS * 1024) / 1e6,
    ...(result.ok ? {} : { problem: `${result.problem}: ${result.detail}` }),
  };
  process.send?.(figures, () => process.disconnect());
});
