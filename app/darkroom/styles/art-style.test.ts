import { expect, test } from "vitest";
import { draw } from "../pixels/sample-photos.ts";
import { seePhoto } from "../vision/sight.ts";
import { applyStyle } from "./apply-style.ts";
import { artStyle } from "./art-style.ts";

const stripes = draw(120, 30, (x) => (x % 20 < 10 ? [200, 60, 40] : [30, 90, 160]));

const sight = await seePhoto(stripes, null);

test("applies the recipe's style at its intensity", async () => {
  const work = await artStyle(sight, { tool: "art-style", style: "comic", intensity: 40 }, () => {});
  expect(work).toEqual({ ok: true, picture: await applyStyle(sight, "comic", 40) });
});

test("notes that a written description was not used", async () => {
  const recipe = { tool: "art-style", style: "sketch", intensity: 100, wishes: "on a beach" } as const;
  expect(await artStyle(sight, recipe, () => {})).toMatchObject({
    ok: true,
    note: "Your description was not used.",
  });
});

test("reports progress up to 1", async () => {
  const shares: number[] = [];
  await artStyle(sight, { tool: "art-style", style: "anime", intensity: 100 }, (share) => shares.push(share));
  expect(shares.toSorted((one, other) => one - other)).toEqual(shares);
  expect(shares.at(-1)).toBe(1);
});
