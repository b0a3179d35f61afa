import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withSrgbColours } from "./srgb-colours.ts";

const tokens = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");

test("matches every token's light colour with its fallback for browsers without light-dark()", () => {
  const pairs = [...tokens.matchAll(/(--[\w-]+): light-dark\((oklch\([^)]+\))/g)].filter(
    ([, name]) => name !== "--scrim",
  );
  expect(pairs.length).toBeGreaterThan(20);
  const written = pairs.map(([, name]) => [name, new RegExp(`${name}: (#[0-9a-f]{6})`).exec(tokens)?.[1]]);
  expect(pairs.map(([, name, colour = ""]) => [name, long(withSrgbColours(colour))])).toEqual(written);
});

test("converts percentages, opacity and dark colours too", () => {
  expect(withSrgbColours("a{color:oklch(100% 0 0);background:oklch(.15 .01 165 / .55)}")).toMatch(
    /^a\{color:#fff;background:#[0-9a-f]{6}8c\}$/,
  );
});

const long = (hex: string) => hex.replace(/^#(.)(.)(.)$/, "#$1$1$2$2$3$3");
