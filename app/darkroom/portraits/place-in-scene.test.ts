import { beforeAll, expect, test } from "vitest";
import { sampleSitter, type SitterShape } from "../../../tests/fixtures/sample-sitters.ts";
import { swept } from "../../../tests/fixtures/sample-photos.ts";
import { type SceneId, scenes } from "../../tools/portrait-studio/scenes.ts";
import { loadOpenCv } from "../opencv/opencv.ts";
import { perceivedAt } from "../../../tests/fixtures/cielab.ts";
import { placeInScene, type PlaceOptions } from "./place-in-scene.ts";
import { measureSitters, type Sitters } from "./sitters.ts";
import { emptyPlane } from "../pixels/plane.ts";
import { floorShadow } from "./floor-shadow.ts";
import { mirrored, stageOf } from "./stages.ts";
import { matchLight } from "./match-light.ts";
import type { Tones } from "./tones.ts";
import { angleFor, refusesPortrait } from "./angles.ts";
import { cameraAngles } from "../../tools/portrait-studio/portrait-options.ts";

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

test("counts a person before a large face on the wall", () => {
  const { photo, alpha, faces } = sampleSitter(200, 250, [standing]);
  const painted = faces.map((face) => ({ ...face, centre: { x: 20, y: 100 }, size: 4 * face.size }));
  expect(measureSitters(photo, alpha, [...painted, ...faces])?.faces).toEqual(faces);
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

/** A pillar from row 20 to row 160, 20 pixels wide. */
const pillar = emptyPlane(160, 200);
for (let y = 20; y < 160; y += 1) pillar.data.fill(1, y * 160 + 70, y * 160 + 90);

const lightAt = (stage: ReturnType<typeof stageOf>, x: number, y: number) =>
  floorShadow(pillar, stage).data[y * 160 + x] ?? 0;

test("darkens the floor under the soles and keeps it lit further away", () => {
  const stage = stageOf("clean-white-studio");
  expect(lightAt(stage, 80, 160)).toBeLessThan(0.5);
  expect(lightAt(stage, 10, 30)).toBeGreaterThan(0.97);
  expect(lightAt(stage, 80, 195)).toBeGreaterThan(0.9);
});

test("casts the shadow away from the light", () => {
  const stage = stageOf("desert-landscape");
  expect(lightAt(stage, 50, 163)).toBeLessThan(lightAt(stage, 110, 163));
  expect(lightAt(mirrored(stage), 50, 163)).toBeGreaterThan(lightAt(mirrored(stage), 110, 163));
});

const tonesWith = (changes: Partial<Tones> = {}): Tones => ({
  black: 0.05,
  middle: 0.45,
  white: 0.85,
  chroma: 0.2,
  darkColour: [0.05, 0.05, 0.05],
  light: [0.2, 0.2, 0.2],
  ...changes,
});
const noCast = { red: 0, blue: 0 };
const face = (level: number) => ({ side: 0, level, skin: [1.6, 1, 0.7] as const });

test.each(scenes.map(({ id }) => id))("lightens no face more than a tenth of a stop in %s", (id) => {
  for (const level of [0.03, 0.12, 0.3, 0.5]) {
    for (const middle of [0.1, 0.5, 0.95]) {
      const { exposure } = matchLight(tonesWith(), tonesWith({ middle }), stageOf(id), face(level), noCast);
      expect(exposure).toBeLessThanOrEqual(0.1);
      expect(exposure).toBeGreaterThan(-0.65);
    }
  }
});

test("makes lamp light warmer than daylight at the same brightness", () => {
  const [lamps, day] = (["elegant-restaurant", "mountain-view"] as const).map(
    (id) => matchLight(tonesWith(), tonesWith(), stageOf(id), face(0.3), noCast).lit,
  );
  expect((lamps?.[0] ?? 0) / (lamps?.[2] ?? 1)).toBeGreaterThan(1.2 * ((day?.[0] ?? 0) / (day?.[2] ?? 1)));
  for (const light of [lamps, day]) {
    const [red = 0, green = 0, blue = 0] = light ?? [];
    expect(0.2126 * red + 0.7152 * green + 0.0722 * blue).toBeCloseTo(1, 3);
  }
});

test("models a face with strong light of its own less", () => {
  const modelling = (side: number) =>
    matchLight(tonesWith(), tonesWith(), stageOf("desert-landscape"), { ...face(0.3), side }, noCast).modelling;
  expect(modelling(1)).toBeLessThan(modelling(0));
});

test.each([
  ["a closer headshot", "close-up"],
  ["From Below, like a hero", "low"],
  ["seen from above", "high"],
  ["full body, from afar", "wide"],
  ["in three-quarter view", "three-quarter"],
  ["my left profile", "side"],
  ["straight into the lens", "front"],
])("recognises %s as the angle %s", (text, angle) => {
  expect(angleFor(text)).toBe(angle);
});

test("recognises no angle in other words", () => {
  expect(angleFor("make it cinematic")).toBeNull();
});

test("refuses the back with an alternative", () => {
  expect(refusesPortrait({ tool: "portrait-studio", angle: "back" })).toBe(
    "The back view cannot be made from this photo. Choose another angle.",
  );
});

test("tries every other angle", () => {
  expect(cameraAngles.map(({ id }) => refusesPortrait({ tool: "portrait-studio", angle: id }))).toEqual(
    cameraAngles.map(() => null),
  );
});
