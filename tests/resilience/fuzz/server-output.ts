import type { ProductProcess } from "../product/product-process.ts";

/** Warnings are about what was sent; an error is about us, and a line that is no log line was never meant to be said. */
export function newOutput(process: ProductProcess): { faults: () => string[] } {
  let heard = process.output;
  return {
    faults() {
      const { output } = process;
      // The kept output is cut off at its beginning.
      const overlap = heard.slice(-500);
      const fresh = output.slice(output.lastIndexOf(overlap) + overlap.length);
      heard = output;
      return fresh.split("\n").filter((line) => line.trim() !== "" && !/^\{"level":(?:10|20|30|40),/.test(line));
    },
  };
}
