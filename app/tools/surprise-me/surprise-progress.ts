import type { Stage } from "../../transformations/progress.ts";

/** The bar of docs/product/specification.md, "States": 10, + 8 every 400 ms up to 85, 95 with the answer, then 100. */
export const surpriseProgress = {
  everyMs: 400,
  at: (ticks: number, stage: Stage): number => {
    if (stage === "done") return 100;
    return stage === "saving" ? 95 : Math.min(10 + 8 * ticks, 85);
  },
};
