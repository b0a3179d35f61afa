import { expect, test } from "vitest";
import type { PortraitRecipe } from "../../tools/recipe.ts";
import { draw } from "../pixels/sample-photos.ts";
import { seePhoto } from "../vision/sight.ts";
import { portraitStudio } from "./portrait-studio.ts";

const keep = {
  tool: "portrait-studio",
  attire: "maintain",
  gender: "male",
  pose: "maintain",
  angle: "maintain",
} as const;
/** Nobody and nothing: a slope of grey. */
const empty = draw(160, 120, (x, y) => [100 + x / 8, 100 + y / 8, 104]);

test("a photo without a clear subject is unclear before a scene, so that a box can be asked for", async () => {
  const work = await portraitStudio(
    await seePhoto(empty, null),
    { ...keep, background: "outdoor", template: "lakeside" },
    () => {},
  );
  expect(work).toMatchObject({ ok: false, problem: "unclear" });
});

test("with its own background kept it needs no subject, and gets its finish", async () => {
  const heard: number[] = [];
  const work = await portraitStudio(
    await seePhoto(empty, null),
    { ...keep, background: "maintain", attire: "sport" },
    (share) => heard.push(share),
  );
  expect(work).toMatchObject({ ok: true, note: expect.stringContaining("kept the clothes") });
  expect(work.ok && Buffer.compare(work.picture.data, empty.data)).not.toBe(0);
  expect(heard.every((share) => share >= 0 && share <= 1)).toBe(true);
  expect(heard.length).toBeGreaterThan(0);
});

test("a scene that is gone and a box that is none are rejected", async () => {
  const gone = { ...keep, background: "indoor", template: "moon-base" } as unknown as PortraitRecipe;
  const noBox: PortraitRecipe = { ...keep, background: "maintain", subject: "here" };
  for (const recipe of [gone, noBox]) {
    expect(await portraitStudio(await seePhoto(empty, null), recipe, () => {})).toMatchObject({
      ok: false,
      problem: "rejected",
    });
  }
});
