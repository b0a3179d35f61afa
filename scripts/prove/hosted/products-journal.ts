import { appendFileSync } from "node:fs";
import { z } from "zod";
import type { Listened } from "./hosted-only.ts";

const noteSchema = z.object({
  product: z.string(),
  /** Null when it was made; what was heard of it once it was judged. */
  listened: z.object({ processes: z.record(z.string(), z.number()), modules: z.number() }).nullable(),
});

/** For the proof that runs the journeys, where one does: a hosted product was made, or judged to be without embedded parts. */
export function noteProduct(product: string, listened: Listened | null) {
  const file = process.env["HOSTED_PRODUCTS_FILE"];
  if (file) appendFileSync(file, `${JSON.stringify({ product, listened })}\n`);
}

/** What the notes say of all products: in words, and whether each that was made was judged. */
export function readProducts(notes: string): { passed: boolean; text: string } {
  const all = notes
    .split("\n")
    .filter(Boolean)
    .map((line) => noteSchema.parse(JSON.parse(line)));
  const made = new Set(all.filter(({ listened }) => !listened).map(({ product }) => product));
  const judged = all.flatMap(({ listened }) => listened ?? []);
  const processes = new Map<string, number>();
  for (const [file, count] of judged.flatMap((each) => Object.entries(each.processes))) {
    processes.set(file, (processes.get(file) ?? 0) + count);
  }
  const total = [...processes.values()].reduce((sum, count) => sum + count, 0);
  const modules = judged.reduce((sum, each) => sum + each.modules, 0);
  return {
    passed: made.size > 0 && judged.length === made.size,
    text: [
      `no embedded module was in memory of ${judged.length} of ${made.size} products`,
      `${total} processes listened to, ${modules} modules of adapters heard of:`,
      ...[...processes].sort(([, a], [, b]) => b - a).map(([file, count]) => `${String(count).padStart(5)} × ${file}`),
    ].join("\n"),
  };
}
