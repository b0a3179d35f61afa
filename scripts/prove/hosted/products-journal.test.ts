import { expect, test } from "vitest";
import { readProducts } from "./products-journal.ts";

const made = (product: string) => `${JSON.stringify({ product, listened: null })}\n`;
const judged = (product: string, server: number) =>
  `${JSON.stringify({ product, listened: { processes: { "server.ts": server, "worker.ts": 1 }, modules: 10 } })}\n`;

test("products that were all judged are counted with their processes", () => {
  expect(readProducts(made("a") + made("b") + judged("b", 2) + judged("a", 1))).toEqual({
    passed: true,
    text: [
      "no embedded module was in memory of 2 of 2 products",
      "5 processes listened to, 20 modules of adapters heard of:",
      "    3 × server.ts",
      "    2 × worker.ts",
    ].join("\n"),
  });
});

test("one that was made and never judged fails, as does a run without any", () => {
  expect(readProducts(made("a") + made("b") + judged("a", 1)).passed).toBe(false);
  expect(readProducts("").passed).toBe(false);
});
