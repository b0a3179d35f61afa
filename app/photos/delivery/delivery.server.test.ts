import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { digitalSourceXmp } from "../../transformations/digital-source.ts";
import { copyLimitBytes, copyPicture, profileFrame } from "./picture-copy.server.ts";
import { zipOf } from "./photos-zip.server.ts";
import { picturePreset, pictureWidths } from "../picture.ts";
import { visibleName } from "../file-name.ts";

const noise = (width: number, height: number) =>
  sharp({ create: { width, height, channels: 3, background: "#777", noise: { type: "gaussian", sigma: 60 } } });

describe("a copy for chats", () => {
  test("takes at most 300 kB, even of noise, and keeps the shape", async () => {
    const copy = await copyPicture({ bytes: await noise(960, 720).png().toBuffer(), size: "chat", face: null });
    expect(copy.byteLength).toBeLessThanOrEqual(copyLimitBytes);
    const { format, width, height } = await sharp(copy).metadata();
    expect([format, width / height]).toEqual(["jpeg", 4 / 3]);
  });

  test("lies on white and still says that an AI made it", async () => {
    const transparent = sharp({ create: { width: 200, height: 100, channels: 4, background: "#0000" } });
    const bytes = await transparent.png().withXmp(digitalSourceXmp("trainedAlgorithmicMedia")).toBuffer();
    const copy = await copyPicture({ bytes, size: "chat", face: null });
    const { xmp, width, height } = await sharp(copy).metadata();
    expect(xmp?.toString()).toContain("digitalsourcetype/trainedAlgorithmicMedia");
    expect([width, height]).toEqual([200, 100]);
    expect([...(await sharp(copy).raw().toBuffer()).subarray(0, 3)]).toEqual([255, 255, 255]);
  });
});

describe("a profile picture", () => {
  const photo = { width: 1000, height: 1600 };

  test("frames the face within the picture", () => {
    const { left, top, width, height } = profileFrame(photo, { x: 0.6, y: 0.3, size: 0.22 });
    expect(width).toBe(height);
    expect([left <= 490, left + width >= 710, top <= 370, top + height >= 590]).toEqual([true, true, true, true]);
    const corner = profileFrame(photo, { x: 0.99, y: 0.01, size: 0.1 });
    expect([corner.left + corner.width, corner.top]).toEqual([1000, 0]);
  });

  test("without a face is the upper middle, and a square of any picture", async () => {
    expect(profileFrame(photo, null)).toEqual({ left: 0, top: 150, width: 1000, height: 1000 });
    const copy = await copyPicture({ bytes: await noise(300, 90).jpeg().toBuffer(), size: "profile", face: null });
    expect(await sharp(copy).metadata()).toMatchObject({ width: 90, height: 90, format: "jpeg" });
  });
});

test("packs a text in place of an unreadable photo and keeps the promised length", async () => {
  const photo = { bytes: 200, lastModified: new Date() };
  const { stream, length } = zipOf(
    [],
    [
      { ...photo, id: "1", name: "01-ada.jpg", read: async () => new Uint8Array(200) },
      { ...photo, id: "2", name: "02-ada.png", read: async () => null },
      { ...photo, id: "3", name: "03-ada.jpg", read: () => Promise.reject(new Error("away")) },
    ],
    { warn: () => {} },
  );
  const zip = Buffer.from(await new Response(stream).arrayBuffer());
  expect(zip.byteLength).toBe(length);
  const names = new Set(zip.toString("latin1").match(/0\d-ada\.[a-z]{3}/g));
  expect([...names].toSorted()).toEqual(["01-ada.jpg", "02-ada.txt", "03-ada.txt"]);
});

test.each(pictureWidths)("serves %i px as AVIF, WebP and JPEG", (width) => {
  for (const format of ["avif", "webp", "jpeg"] as const) {
    expect(picturePreset(`${width}.${format}`)).toEqual({ width, format });
  }
});

test.each(["full", "641.webp", "640.png", "640", "0640.webp", "640.WEBP", "../640.webp", "", "constructor"])(
  "refuses %s as a picture size",
  (name) => {
    expect(picturePreset(name)).toBeUndefined();
  },
);

test.each([
  ["  Ọjà day: 1/2 & more ", "Ọjà day: 1/2 & more"],
  ["👩‍👩‍👧 family", "👩‍👩‍👧 family"],
  ["نام‌ها", "نام‌ها"],
  ["two\nlines\u2028and\u202emore", "two lines and more"],
  ["a\ud800b", "a b"],
])("stores the name %j as %j", (name, stored) => {
  expect(visibleName(name)).toBe(stored);
});

test.each(["", " \n", "\u2060", "\u00ad\u200d", "\u3164", "\u061c", "\u{e0041}\u{e0042}"])(
  "treats the name %j as empty",
  (name) => {
    expect(visibleName(name)).toBe("");
  },
);
