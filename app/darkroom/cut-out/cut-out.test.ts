import { describe, expect, test } from "vitest";
import type { Plane } from "../pixels/plane.ts";
import type { Photo } from "../photo.ts";
import { type Colour, draw, portrait, withNoise } from "../pixels/sample-photos.ts";
import { cutOut, unclearBelow } from "./cut-out.ts";

const skins: Record<string, Colour> = { light: [232, 190, 165], medium: [176, 124, 92], dark: [92, 58, 42] };
const wall: Colour = [120, 150, 140];
const alphaAt = (alpha: Plane, x: number, y: number) => alpha.data[y * alpha.width + x] ?? Number.NaN;

/** A red vase left of the middle, in a room of two greys: 240 × 180. */
const vase = () =>
  draw(240, 180, (x, y) =>
    ((x - 70) / 22) ** 2 + ((y - 95) / 40) ** 2 < 1 ? [190, 40, 45] : y > 130 ? [120, 118, 114] : [170, 172, 176],
  );

describe("a cut-out", () => {
  test.for(Object.keys(skins))(
    "holds head and shoulders of a person with %s skin, and nothing of the wall",
    async (tone) => {
      const { alpha, confidence } = await cutOut(portrait(skins[tone] ?? [0, 0, 0], wall), { edges: 30 });
      expect(confidence).toBeGreaterThan(unclearBelow);
      expect([alphaAt(alpha, 120, 140), alphaAt(alpha, 120, 105)]).toEqual([1, 1]);
      expect([alphaAt(alpha, 20, 20), alphaAt(alpha, 220, 60), alphaAt(alpha, 30, 200)]).toEqual([0, 0, 0]);
    },
  );

  test("is the same every time", async () => {
    const photo = withNoise(portrait(skins.medium ?? wall, wall), 6);
    const [first, , second] = [
      await cutOut(photo, { edges: 50 }),
      await cutOut(vase(), { edges: 50 }),
      await cutOut(photo, { edges: 50 }),
    ];
    expect(second.confidence).toBe(first.confidence);
    expect(Buffer.compare(Buffer.from(first.alpha.data.buffer), Buffer.from(second.alpha.data.buffer))).toBe(0);
  });

  test("leaves the photo it is made from as it was", async () => {
    const photo = portrait(skins.light ?? wall, wall);
    // As sharp gives pixels: a Buffer, whose slice() would share its memory.
    const buffered: Photo = { ...photo, data: Buffer.from(photo.data) };
    await cutOut(buffered, { edges: 100 });
    expect(Buffer.compare(buffered.data, photo.data)).toBe(0);
  });

  test("has softer edges the smoother they are asked for", async () => {
    const partlyClear = async (edges: number) => {
      const { alpha } = await cutOut(portrait(skins.dark ?? wall, wall), { edges });
      return alpha.data.filter((share) => share > 0.05 && share < 0.95).length;
    };
    const [sharp, moderate, smooth] = [await partlyClear(0), await partlyClear(50), await partlyClear(100)];
    expect(moderate).toBeGreaterThan(sharp);
    expect(smooth).toBeGreaterThan(moderate * 1.3);
  });

  test("keeps to what a box holds", async () => {
    const { alpha } = await cutOut(vase(), { edges: 30, box: { left: 17, top: 26, width: 25, height: 54 } });
    expect(alphaAt(alpha, 70, 95)).toBe(1);
    for (let y = 0; y < 180; y += 1) expect(Math.max(alphaAt(alpha, 10, y), alphaAt(alpha, 140, y))).toBe(0);
  });

  test("cleans its rim of the background's colour", async () => {
    const { foreground, alpha } = await cutOut(vase(), {
      edges: 60,
      box: { left: 17, top: 26, width: 25, height: 54 },
    });
    const rim = [...alpha.data.keys()].filter((at) => (alpha.data[at] ?? 0) > 0.3 && (alpha.data[at] ?? 0) < 0.7);
    expect(rim.length).toBeGreaterThan(20);
    const green = (photo: Photo) => rim.reduce((sum, at) => sum + (photo.data[at * 3 + 1] ?? 0), 0) / rim.length;
    expect(green(vase())).toBeGreaterThan(green(foreground));
    expect(green(foreground)).toBeLessThan(80);
  });

  test("is not claimed of noise, nor of a flat sky", async () => {
    const noise = withNoise(
      draw(240, 180, () => [128, 128, 128]),
      60,
    );
    const sky = draw(240, 180, (_, y) => [120 + y / 5, 165 + y / 8, 220]);
    for (const photo of [noise, sky, draw(60, 60, () => [90, 90, 90])]) {
      expect((await cutOut(photo, { edges: 50 })).confidence).toBeLessThan(unclearBelow);
    }
  });

  test.for([
    [1, 1],
    [3, 200],
    [200, 2],
  ] as const)("can be asked of a photo of %d × %d", async ([width, height]) => {
    const { alpha } = await cutOut(
      draw(width, height, (x) => [x, 20, 30]),
      { edges: 50 },
    );
    expect(alpha).toMatchObject({ width, height });
  });
});
