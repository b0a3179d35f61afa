import { expect, test } from "vitest";
import { cameraAngles } from "../../tools/portrait-studio/portrait-options.ts";
import { scenes } from "../../tools/portrait-studio/scenes.ts";
import type { FeasibleAngle } from "./choose-angle.ts";
import type { Photo } from "../photo.ts";
import { sampleSitter, type SitterShape } from "./sample-sitter.ts";
import { makePortrait } from "./make-portrait.ts";
import type { PortraitPlan } from "./portrait-plan.ts";

const ownBackground: PortraitPlan = { scene: null, softened: false, angle: "maintain", remarks: [] };
const angles = cameraAngles.map(({ id }) => id).filter((id): id is FeasibleAngle => id !== "describe");

/** A portrait by a cut-out that is exactly right; it fits small copies too. */
async function portrait(plan: Partial<PortraitPlan>, shape?: SitterShape) {
  const { photo, cut } = sampleSitter([176, 124, 94], shape);
  const made = await makePortrait(
    photo,
    { ...ownBackground, ...plan },
    async () => cut,
    () => {},
  );
  if (!made) throw new Error("unclear");
  return { photo, ...made };
}

const pixel = ({ data, width }: Photo, x: number, y: number) => [
  ...data.subarray((y * width + x) * 3, (y * width + x) * 3 + 3),
];

test.each(scenes.map(({ id }) => id))("%s stands behind the person, who stays in place", async (scene) => {
  const { photo, picture } = await portrait({ scene });
  expect([picture.width, picture.height]).toEqual([photo.width, photo.height]);
  expect(pixel(picture, 10, 100)).not.toEqual(pixel(photo, 10, 100));
  const [red = 0, green = 0, blue = 0] = pixel(picture, 80, 75);
  expect(red > green && green > blue).toBe(true);
});

const places: Partial<PortraitPlan>[] = [{ scene: "mountain-view" }, { softened: true }, {}];

test.each(angles)(
  "the angle %s is another picture, before a scene and before the photo's own background",
  async (angle) => {
    for (const place of places) {
      const { photo, picture } = await portrait({ ...place, angle });
      expect(Buffer.compare(picture.data, photo.data)).not.toBe(0);
    }
  },
);

test.each(angles.filter((angle) => angle !== "close-up"))("the angle %s keeps the photo's size", async (angle) => {
  const { photo, picture } = await portrait({ softened: true, angle });
  expect([picture.width, picture.height]).toEqual([photo.width, photo.height]);
});

test("a close-up is upright, four to five, and shows the head larger", async () => {
  const { picture, remarks } = await portrait({ scene: "lakeside", angle: "close-up" }, { headRadius: 0.08 });
  expect(picture.width / picture.height).toBeCloseTo(0.8, 1);
  expect(Math.max(picture.width, picture.height)).toBeLessThanOrEqual(200);
  expect(remarks).toEqual([]);
});

test("a wide picture of someone whom the photo cuts off on both sides says that it could not be", async () => {
  const { remarks } = await portrait({ scene: "lakeside", angle: "wide" }, { shoulders: 0.6 });
  expect(remarks.join()).toContain("could not step back");
});

test("a softened background loses its pattern; the person keeps theirs", async () => {
  const { photo, cut } = sampleSitter([176, 124, 94]);
  const striped = { ...photo, data: photo.data.slice() };
  for (let at = 0; at < cut.alpha.data.length; at += 1) {
    if (cut.alpha.data[at] === 0) striped.data.fill(at % 8 < 4 ? 40 : 220, at * 3, at * 3 + 3);
  }
  const plan = { ...ownBackground, softened: true };
  const made = await makePortrait(
    striped,
    plan,
    async () => ({ foreground: striped, alpha: cut.alpha }),
    () => {},
  );
  if (!made) throw new Error("unclear");
  const row = Array.from({ length: 16 }, (_, x) => pixel(made.picture, 4 + x, 30)[0] ?? 0);
  expect(Math.max(...row) - Math.min(...row)).toBeLessThan(30);
  expect(Math.abs((pixel(made.picture, 80, 75)[0] ?? 0) - 176)).toBeLessThan(5);
});

test("without a cut-out there is a portrait only where none is needed", async () => {
  const { photo } = sampleSitter([176, 124, 94]);
  const nobody = async () => null;
  expect(await makePortrait(photo, { ...ownBackground, scene: "city-park" }, nobody, () => {})).toBeNull();
  expect(await makePortrait(photo, { ...ownBackground, angle: "close-up" }, nobody, () => {})).toBeNull();
  expect(await makePortrait(photo, ownBackground, nobody, () => {})).not.toBeNull();
});

test("the same photo and plan give the same picture", async () => {
  const plan = { scene: "beach-sunset", angle: "low" } as const;
  const [one, other] = [await portrait(plan), await portrait(plan)];
  expect(Buffer.compare(one.picture.data, other.picture.data)).toBe(0);
});
