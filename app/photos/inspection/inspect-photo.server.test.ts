import sharp from "sharp";
import { afterAll, expect, test } from "vitest";
import { quadrantColours, quadrants } from "../../../tests/fixtures/photos/scene.ts";
import { createPhotoInspection } from "./photo-inspection.server.ts";

const inspection = createPhotoInspection({ log: { info: () => {}, warn: () => {} } });
afterAll(() => inspection.close());

const picture = () => sharp(quadrants(400, 200, quadrantColours)).removeAlpha();
const photo = async () => new Uint8Array(await picture().jpeg({ quality: 95 }).toBuffer());

async function cut(bytes: Uint8Array, adjustment: Parameters<typeof inspection.adjust>[1]) {
  const outcome = await inspection.adjust(bytes, adjustment);
  if (!outcome.ok) throw new Error(outcome.problem);
  return outcome.photo;
}

/** The name of the quarter whose colour a photo has in its middle. */
async function quarterOf({ bytes }: { bytes: Uint8Array }) {
  const { dominant } = await sharp(bytes).stats();
  const distance = (hex: string) =>
    Math.hypot(
      ...[dominant.r, dominant.g, dominant.b].map(
        (value, at) => value - Number.parseInt(hex.slice(1 + 2 * at, 3 + 2 * at), 16),
      ),
    );
  return Object.entries(quadrantColours).toSorted(([, one], [, other]) => distance(one) - distance(other))[0]?.[0];
}

test.for([
  [0, "topLeft"],
  [90, "bottomLeft"],
  [180, "bottomRight"],
  [270, "topRight"],
] as const)("turns by %d degrees, so that the upper left quarter comes from %s", async ([turn, quarter]) => {
  const [width, height] = turn % 180 ? [80, 180] : [180, 80];
  const part = await cut(await photo(), { turn, left: 0, top: 0, width, height });
  expect(part).toMatchObject({ width, height, mimeType: "image/jpeg", advice: expect.arrayContaining(["small"]) });
  expect(await quarterOf(part)).toBe(quarter);
});

test("crops the turned photo to the pixel", async () => {
  const part = await cut(await photo(), { turn: 90, left: 110, top: 210, width: 80, height: 180 });
  expect(part).toMatchObject({ width: 80, height: 180 });
  expect(await quarterOf(part)).toBe("topRight");
});

test("stores an adjusted photo like an upload: sRGB, no metadata, with a placeholder", async () => {
  const part = await cut(await photo(), { turn: 0, left: 10, top: 10, width: 300, height: 100 });
  expect(await sharp(part.bytes).metadata()).toMatchObject({ format: "jpeg", space: "srgb", hasProfile: false });
  expect(part.placeholder).toMatch(/^data:image\/webp;base64,/);
});

test("keeps transparent pixels of a PNG transparent", async () => {
  const clear = await picture().ensureAlpha(0.5).png().toBuffer();
  const part = await cut(new Uint8Array(clear), { turn: 90, left: 0, top: 0, width: 100, height: 100 });
  expect(part.mimeType).toBe("image/png");
  const { channels } = await sharp(part.bytes).stats();
  expect(channels[3]?.mean).toBeCloseTo(127, -1);
});

test("refuses a frame outside the photo and a file that is no photo", async () => {
  const outside = { turn: 0, left: 350, top: 0, width: 100, height: 100 } as const;
  expect(await inspection.adjust(await photo(), outside)).toEqual({ ok: false, problem: "broken" });
  const text = new TextEncoder().encode("no photo");
  expect(await inspection.adjust(text, { ...outside, left: 0 })).toEqual({ ok: false, problem: "broken" });
});
