import { beforeAll, expect, test } from "vitest";
import { sampleSitter, type SitterShape } from "../../../tests/fixtures/sample-sitters.ts";
import { swept } from "../../../tests/fixtures/sweep.ts";
import { type SceneId, scenes } from "../../tools/portrait-studio/scenes.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { perceivedAt } from "../../../tests/fixtures/cielab.ts";
import { placeInScene, type PlaceOptions } from "./place-in-scene.ts";
import { measureSitters, type Sitters } from "./sitters.ts";

beforeAll(loadOpenCv);

const sitting: SitterShape = { eyes: { x: 100, y: 80 }, head: 56, bottom: 250 };
const standing: SitterShape = { eyes: { x: 100, y: 40 }, head: 28, bottom: 230 };

function sittersOf(shapes: readonly SitterShape[], width = 200) {
  const sample = sampleSitter(width, 250, shapes);
  return { photo: sample.photo, sitters: measured(sample, sample.faces, Infinity) };
}

type Sample = ReturnType<typeof sampleSitter>;

function measured({ photo, alpha }: Sample, faces: Sample["faces"], longest: number): Sitters {
  const sitters = measureSitters(photo, alpha, faces, { longest });
  if (!sitters) throw new Error("Nobody is there.");
  return sitters;
}

const placed = (shapes: readonly SitterShape[], scene: SceneId, options: Partial<PlaceOptions> = {}, width = 200) =>
  placeInScene(sittersOf(shapes, width).sitters, scene, { longest: 250, ...options });

const tones = { dark: [96, 64, 49], fair: [222, 176, 150] } as const;

/** Light and dark, warm and cold, inside and outside. */
const sampleScenes = new Set<SceneId>(["clean-white-studio", "beach-sunset", "home-library", "forest-path"]);

test.each(
  swept(
    scenes.map(({ id }) => id),
    (id) => sampleScenes.has(id),
  ),
)("keeps skin nearly as light, and its hue, in %s", async (scene) => {
  for (const skin of Object.values(tones)) {
    const { photo, sitters } = sittersOf([{ ...sitting, skin }]);
    const { picture, frame } = await placeInScene(sitters, scene, { longest: 250 });
    const scale = picture.height / frame.height;
    const [x, y] = [(100 - frame.left) * scale, (84 - frame.top) * scale];
    const after = perceivedAt(picture, Math.round(x), Math.round(y), 4);
    const before = perceivedAt(photo, 100, 84, 4);
    expect(after.lightness - before.lightness).toBeGreaterThan(-3.5);
    expect(after.lightness - before.lightness).toBeLessThan(4.5);
    expect(Math.abs(after.hue - before.hue)).toBeLessThan(5.5);
  }
});

test("makes a portrait of 4:5 within the requested size, with the eyes in the upper part", async () => {
  const { picture, frame } = await placed([sitting], "lakeside");
  expect(picture.width / picture.height).toBeCloseTo(0.8, 2);
  expect(picture.height).toBeLessThanOrEqual(250);
  expect(frame.eyes).toBeCloseTo(0.345, 2);
});

test("limits the enlargement of a photo", async () => {
  const { picture, frame } = await placed([sitting], "lakeside", { longest: 1600 });
  expect(picture.height / frame.height).toBeLessThanOrEqual(2.41);
});

test("shows people down to the feet on a floor, and down to the thigh without one", async () => {
  expect((await placed([standing], "clean-white-studio", { crop: "full" })).frame.crop).toBe("full");
  expect((await placed([standing], "home-library", { crop: "full" })).frame.crop).toBe("thigh");
});

test("darkens the floor under the feet", async () => {
  const { picture, frame } = await placed([standing], "clean-white-studio", { crop: "full" });
  const row = Math.round(((231 - frame.top) * picture.height) / frame.height);
  const at = (x: number) =>
    perceivedAt(picture, Math.round(((x - frame.left) * picture.height) / frame.height), row, 1);
  expect(at(88).lightness).toBeLessThan(at(140).lightness - 50);
});

test("frames people who stand side by side in landscape", async () => {
  const row = [60, 120, 180, 240].map((x) => ({ ...sitting, eyes: { x, y: 70 }, head: 50 }));
  const { picture } = await placed(row, "city-park", {}, 300);
  expect(picture.width / picture.height).toBeCloseTo(5 / 4, 2);
});

test("frames a person without a visible face by the outline", async () => {
  const { frame } = await placeInScene(measured(sampleSitter(200, 250, [sitting]), [], 250), "forest-path", {
    longest: 250,
  });
  expect(frame.eyes).toBeCloseTo(0.345, 1);
});

test("removes a loose piece of the old background", async () => {
  const { photo, alpha, faces } = sampleSitter(200, 250, [sitting]);
  for (let y = 10; y < 24; y += 1) alpha.data.fill(1, y * 200 + 170, y * 200 + 184);
  expect(measureSitters(photo, alpha, faces)?.alpha.data[17 * 200 + 177]).toBe(0);
});

test("returns the same bytes for the same photo and scene", async () => {
  const [one, other] = [await placed([sitting], "beach-sunset"), await placed([sitting], "beach-sunset")];
  expect(Buffer.compare(one.picture.data, other.picture.data)).toBe(0);
});

test("draws previews from a smaller copy that look like the result", async () => {
  const sample = sampleSitter(200, 250, [sitting]);
  const preview = await placeInScene(measured(sample, sample.faces, 125), "lakeside", { longest: 100 });
  const result = await placed([sitting], "lakeside");
  expect(preview.picture.height).toBe(100);
  expect(preview.frame.eyes).toBeCloseTo(result.frame.eyes, 2);
});
