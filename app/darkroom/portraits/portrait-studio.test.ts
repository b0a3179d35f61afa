import { fileURLToPath } from "node:url";
import { beforeAll, describe, expect, test } from "vitest";
import sharp from "sharp";
import type { PortraitRecipe } from "../../tools/recipe.ts";
import type { Photo, Work } from "../work.ts";
import type { Plane } from "../pixels/plane.ts";
import type { Face } from "../vision/faces.ts";
import { perceivedAt } from "../../../tests/fixtures/cielab.ts";
import { draw } from "../../../tests/fixtures/sample-photos.ts";
import { seePhoto, type Sight } from "../vision/sight.ts";
import { missingFaces, portraitStudio } from "./portrait-studio.ts";

const keep = { tool: "portrait-studio", attire: "maintain", gender: "male", pose: "maintain" } as const;
const lakeside: PortraitRecipe = { ...keep, angle: "maintain", background: "outdoor", template: "lakeside" };
const own: PortraitRecipe = { ...keep, angle: "maintain", background: "maintain" };
const empty = draw(160, 120, (x, y) => [100 + x / 8, 100 + y / 8, 104]);

let sitter: Sight;
beforeAll(async () => {
  const file = fileURLToPath(new URL("../../../tests/fixtures/photos/portrait.jpg", import.meta.url));
  const { data, info } = await sharp(file).resize(240, 300).raw().toBuffer({ resolveWithObject: true });
  sitter = await seePhoto({ width: info.width, height: info.height, data }, null);
});

const work = async (recipe: PortraitRecipe, sight: Sight = sitter) => portraitStudio(sight, recipe, () => {});

/** Made once: finding faces takes most of these tests' time. */
let plain: Promise<Work> | undefined;
const plainPortrait = () => (plain ??= work(lakeside));

describe("before a scene", () => {
  test("places the person of the photo and finds the face again", async () => {
    const made = await plainPortrait();
    if (!made.ok) throw new Error(made.detail);
    expect(made.note).toBeUndefined();
    const seen = await seePhoto(made.picture, null);
    expect(await seen.faces()).toHaveLength(1);
  });

  test("returns unclear for a photo without a person, so that a box can be drawn", async () => {
    expect(await work(lakeside, await seePhoto(empty, null))).toMatchObject({ ok: false, problem: "unclear" });
  });

  test("delivers no person whose head no network finds", async () => {
    const subject = await sitter.subject();
    if (!subject) throw new Error("The fixture has a subject.");
    const withoutHead = ({ width, height, data }: Plane): Plane => ({
      width,
      height,
      data: data.map((value, at) => (at < 0.5 * width * height ? 0 : value)),
    });
    const headless = {
      ...subject,
      map: withoutHead(subject.map),
      people: withoutHead(subject.people),
      salient: subject.salient && withoutHead(subject.salient),
    };
    const sight = { ...sitter, subject: async () => headless };
    expect(await work(lakeside, sight)).toMatchObject({ ok: false, problem: "unclear" });
  });

  test("places the person without a blurred bystander, whose face is no part of the subject", async () => {
    const [subject, faces] = [await sitter.subject(), await sitter.faces()];
    const strangers = faces.map((face) => {
      const moved = ({ x, y }: { x: number; y: number }) => ({ x: x - face.centre.x + 20, y: y - face.centre.y + 20 });
      return { ...face, centre: moved(face.centre), landmarks: face.landmarks.map(moved) };
    });
    const withStrangers = [...faces, ...strangers];
    const seen = { ...sitter, faces: async () => withStrangers, subject: async () => subject };
    expect(await work(lakeside, seen)).toMatchObject({ ok: true });
    const allSubject = async () => subject && { ...subject, faces: withStrangers };
    expect(await work(lakeside, { ...seen, subject: allSubject })).toMatchObject({ ok: false, problem: "unclear" });
  });

  test("lightens people whom the photo shows in the dark", async () => {
    const dark = { ...sitter.photo, data: sitter.photo.data.map((byte) => Math.round(0.35 * byte)) };
    const [fromDark, fromLight] = [await work(lakeside, { ...sitter, photo: dark }), await plainPortrait()];
    if (!fromDark.ok || !fromLight.ok) throw new Error("Both photos show a person.");
    const [own] = await sitter.faces();
    const [placed] = await (await seePhoto(fromLight.picture, null)).faces();
    const darker = (light: Photo, shade: Photo, face: Face | undefined) => {
      const at = [Math.round(face?.centre.x ?? 0), Math.round(face?.centre.y ?? 0), 6] as const;
      return perceivedAt(light, ...at).lightness - perceivedAt(shade, ...at).lightness;
    };
    const after = darker(fromLight.picture, fromDark.picture, placed);
    expect(after).toBeLessThan(0.6 * darker(sitter.photo, dark, own));
    expect(after).toBeGreaterThan(0);
  });

  test("explains why a wide view shows no feet", async () => {
    expect(await work({ ...lakeside, angle: "wide" })).toMatchObject({
      note: "This scene shows no floor to stand on, so the wide view ends above the knees.",
    });
  });

  test("makes another picture than the photo for the low angle", async () => {
    const [plain, low] = [await plainPortrait(), await work({ ...lakeside, angle: "low" })];
    expect(low).toMatchObject({ ok: true, note: "The low angle is suggested by perspective." });
    expect(plain.ok && low.ok && Buffer.compare(plain.picture.data, low.picture.data)).not.toBe(0);
  });
});

describe("before the photo's own background", () => {
  test("makes a portrait without a person, keeps the photo's size and notes that clothes stay", async () => {
    const made = await work({ ...own, attire: "sport" }, await seePhoto(empty, null));
    expect(made).toMatchObject({ ok: true, note: "Your clothes stay as they are." });
    expect(made.ok && [made.picture.width, made.picture.height]).toEqual([160, 120]);
  });

  test("notes that a photo of a head is already a close-up", async () => {
    expect(await work({ ...own, angle: "close-up" })).toMatchObject({
      note: "The photo is a close-up already, so its framing stays.",
    });
  });

  test("returns unclear for a close-up without a person", async () => {
    const made = await work({ ...own, angle: "close-up" }, await seePhoto(empty, null));
    expect(made).toMatchObject({ ok: false, problem: "unclear" });
  });
});

test("rejects an unknown scene and an invalid box", async () => {
  const unknownScene = {
    ...keep,
    angle: "maintain",
    background: "indoor",
    template: "moon-base",
  } as unknown as PortraitRecipe;
  for (const recipe of [unknownScene, { ...own, subject: "here" }]) {
    expect(await work(recipe)).toMatchObject({ ok: false, problem: "rejected" });
  }
});

test("reports a face that a picture no longer shows", async () => {
  const faces = await sitter.faces();
  const { photo } = sitter;
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height };
  const blank: Photo = draw(240, 300, () => [120, 120, 120]);
  expect(await missingFaces(faces, photo, whole)).toEqual([]);
  expect(await missingFaces(faces, blank, whole)).toHaveLength(1);
});

test("reports a face whose forehead the frame cuts off", async () => {
  const faces = await sitter.faces();
  const { photo } = sitter;
  const top = (faces[0]?.centre.y ?? 0) - 0.2 * (faces[0]?.size ?? 0);
  const frame = { left: 0, top, width: photo.width, height: photo.height - top };
  expect(await missingFaces(faces, photo, frame)).toHaveLength(1);
});
