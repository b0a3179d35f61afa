import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import type { SurpriseMeRecipe } from "../../tools/recipe.ts";
import { develop } from "../develop.ts";
import { change, type Colour, draw, snapshot } from "../../../tests/fixtures/sample-photos.ts";
import { seePhoto } from "../vision/sight.ts";
import { surpriseMe } from "./surprise-me.ts";
import { restoreFadedPrint } from "./faded-print.ts";
import { castOn, neutralise } from "./measure-cast.ts";

const recipe: SurpriseMeRecipe = { tool: "surprise-me" };

describe("Surprise Me", () => {
  let image: Uint8Array;
  beforeAll(async () => {
    image = await sharp(await readFile((await photoFixtures()).portrait))
      .resize(160, 200)
      .linear(0.6)
      .jpeg()
      .toBuffer();
  });

  test("makes the natural look the result, and encodes the bright and the vivid one beside it", async () => {
    const result = await develop({ recipe: { ...recipe }, image }, { onProgress: () => {}, saliency: null });
    if (!result.ok) throw new Error(result.detail);
    expect(result.mimeType).toBe("image/jpeg");
    expect(result.looks?.map(({ look }) => look)).toEqual(["bright", "vivid"]);
    for (const { image: encoded, mimeType } of result.looks ?? []) {
      const metadata = await sharp(encoded).metadata();
      expect(metadata).toMatchObject({ mediaType: mimeType, width: 160, height: 200 });
      expect(metadata.xmp?.toString()).toContain("/digitalsourcetype/algorithmicallyEnhanced<");
      expect(Buffer.compare(encoded, result.image)).not.toBe(0);
    }
  });

  test("reports its progress in rising shares", async () => {
    const shares: number[] = [];
    await surpriseMe(await seePhoto(snapshot(), null), recipe, (share) => shares.push(share));
    expect(shares.length).toBeGreaterThan(2);
    expect(shares).toEqual([...shares].sort((one, other) => one - other));
  });

  test("finds no gain in a well-lit studio photo that would hardly change", async () => {
    const studio = draw(240, 240, (x, y) => {
      const [dx, dy] = [(x - 120) / 40, (y - 130) / 80];
      if (dx * dx + dy * dy < 0.25) return [60, 62, 66];
      return dx * dx + dy * dy < 1 ? [206, 204, 200] : [247, 247, 247];
    });
    const work = await surpriseMe(await seePhoto(studio, null), recipe, () => {});
    expect(work).toMatchObject({ ok: false, problem: "no-gain" });
  });

  test("improves an ordinary photo", async () => {
    expect(await surpriseMe(await seePhoto(snapshot(), null), recipe, () => {})).toMatchObject({ ok: true });
  });
});

/** Levels of black trousers, a white dress and a face in a print, before and after. */
function restored(veil: Colour) {
  const print = change(
    draw(240, 240, (x) => (x < 80 ? [6, 6, 6] : x < 160 ? [250, 250, 250] : [190, 140, 115])),
    (colour) => colour.map((level, channel) => level + (veil[channel] ?? 0) * (1 - level / 255)) as unknown as Colour,
  );
  const { photo, faded } = restoreFadedPrint(print);
  const at = (x: number) => [...photo.data.subarray(x * 3, x * 3 + 3)];
  return { isSame: photo === print, faded, trousers: at(40), dress: at(120), face: at(200) };
}

const spread = (colour: readonly number[]) => Math.max(...colour) - Math.min(...colour);

test("makes the green blacks of a faded print neutral and leaves its whites alone", () => {
  const { faded, trousers, dress, face } = restored([0, 65, 45]);
  expect(faded).toBe(1);
  expect(spread(trousers)).toBeLessThan(6);
  expect(spread(dress)).toBeLessThan(3);
  expect((face[0] ?? 0) - (face[1] ?? 0)).toBeGreaterThan(30);
});

test("leaves neutral blacks, lamplight, blue dusk and a plain blue sky alone", () => {
  expect(restored([0, 0, 0]).isSame).toBe(true);
  expect(restored([45, 20, 5]).isSame).toBe(true);
  expect(restored([0, 20, 60]).isSame).toBe(true);
  const sky = draw(240, 240, (_, y) => [90 + y / 4, 140 + y / 4, 215]);
  expect(restoreFadedPrint(sky).faded).toBe(0);
});

const warm = { tint: { red: 0.3, blue: -0.45 }, trust: 0.8, gains: [0.84, 1.02, 1.28] } as const;

test("leaves a white shirt in a flash alone and removes the lamp's colour from the wall beside it", () => {
  const flash = castOn(warm, 0.6, 0.6, 0.6);
  const wall = castOn(warm, 0.6 * 2 ** 0.3, 0.6, 0.6 * 2 ** -0.45);
  expect(flash).toBeLessThan(0.2);
  expect(wall).toBeGreaterThan(0.95);
  const photo = draw(2, 1, (x) => (x === 0 ? [205, 208, 205] : [220, 200, 172]));
  const map = { width: 2, height: 1, data: Float32Array.of(flash, wall) };
  const [red = 0, , blue = 0, wallRed = 0, , wallBlue = 0] = neutralise(photo, warm, map).data;
  expect(Math.abs(red - blue)).toBeLessThan(10);
  expect(wallRed - wallBlue).toBeLessThan(20);
});
