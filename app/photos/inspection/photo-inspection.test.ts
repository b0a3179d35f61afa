import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { type PhotoFixtures, photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { quadrantColours, quadrants } from "../../../tests/fixtures/photos/scene.ts";
import { ChildProcessError } from "../../server/child-processes/serve-tasks.server.ts";
import { jpegQuality } from "./inspect-photo.server.ts";
import { createPhotoInspection } from "./photo-inspection.server.ts";
import type { InspectedPhoto } from "./photo-inspection.ts";

describe("the inspection of an upload", () => {
  type LogLine = (details: Record<string, unknown>, message: string) => void;
  const info = vi.fn<LogLine>();
  const log = { info, warn: vi.fn<LogLine>() };
  const inspection = createPhotoInspection({ log });
  let fixtures: PhotoFixtures;

  beforeAll(async () => {
    fixtures = await photoFixtures();
  }, 60_000);
  afterAll(() => inspection.close());

  const inspect = async (fixture: keyof PhotoFixtures) =>
    inspection.inspect(await readFile(fixtures[fixture]), "a.jpg");

  async function accepted(fixture: keyof PhotoFixtures): Promise<InspectedPhoto> {
    const outcome = await inspect(fixture);
    if (!outcome.ok) throw new Error(`refused as ${outcome.problem}`);
    return outcome.photo;
  }

  /** The colours in the middle of the four quarters. */
  async function quarterColours({ bytes }: Pick<InspectedPhoto, "bytes">) {
    const { data, info: size } = await sharp(bytes).raw().toBuffer({ resolveWithObject: true });
    const at = (x: number, y: number) => {
      const start = (Math.floor(y * size.height) * size.width + Math.floor(x * size.width)) * 3;
      return [...data.subarray(start, start + 3)];
    };
    return {
      topLeft: at(0.25, 0.25),
      topRight: at(0.75, 0.25),
      bottomLeft: at(0.25, 0.75),
      bottomRight: at(0.75, 0.75),
    };
  }

  const close = (hex: string) =>
    [1, 3, 5].map((start) => {
      const value = Number.parseInt(hex.slice(start, start + 2), 16);
      return expect.toSatisfy((actual: number) => Math.abs(actual - value) <= 4);
    });

  const asDrawn = Object.fromEntries(Object.entries(quadrantColours).map(([corner, hex]) => [corner, close(hex)]));

  describe("an accepted photo", () => {
    test.for([
      "displayP3Jpeg",
      "png",
      "pngNamedJpg",
      "animatedPng",
      "webp",
      "animatedWebp",
      "heic",
      "displayP3Heic",
      "displayP3CodePointsHeic",
    ] as const)("keeps its colours and becomes a JPEG: %s", async (fixture) => {
      const photo = await accepted(fixture);
      expect(await sharp(photo.bytes).metadata()).toMatchObject({ format: "jpeg", space: "srgb", channels: 3 });
      expect(photo).toMatchObject({ mimeType: "image/jpeg", width: 240, height: 160 });
      expect(await quarterColours(photo)).toEqual(asDrawn);
    });

    test.for(["rotatedJpeg", "rotatedHeic"] as const)("is turned upright: %s", async (fixture) => {
      const photo = await accepted(fixture);
      expect(photo).toMatchObject({ width: 240, height: 160 });
      expect(await quarterColours(photo)).toEqual(asDrawn);
    });

    test.for(["greyJpeg", "cmykJpeg"] as const)("becomes sRGB: %s", async (fixture) => {
      expect(await sharp((await accepted(fixture)).bytes).metadata()).toMatchObject({
        format: "jpeg",
        hasProfile: false,
      });
    });

    test("becomes white where it was transparent", async () => {
      const colours = await quarterColours(await accepted("transparentPng"));
      expect(colours.topRight).toEqual(close("#ffffff"));
      expect(colours.topLeft).toEqual(close("#e04030"));
    });

    test("is upright, at most 1920 px and without place or camera when a phone took it", async () => {
      const photo = await accepted("cameraJpeg");
      expect(photo).toMatchObject({ width: 1440, height: 1920 });
      const metadata = await sharp(photo.bytes).metadata();
      expect(metadata.exif).toBeUndefined();
      expect(metadata.xmp).toBeUndefined();
      expect(metadata.orientation).toBeUndefined();
      expect(Buffer.from(photo.bytes).includes("Test Camera")).toBe(false);
    });

    test("comes with a placeholder of at most 16 pixels and 600 characters", async () => {
      const { placeholder } = await accepted("snapshot");
      expect(placeholder.length).toBeLessThanOrEqual(600);
      const [head, base64 = ""] = placeholder.split(",");
      expect(head).toBe("data:image/webp;base64");
      expect(await sharp(Buffer.from(base64, "base64")).metadata()).toMatchObject({ width: 12, height: 16 });
    });

    test("is never enlarged", async () => {
      expect(await accepted("snapshot")).toMatchObject({ width: 900, height: 1200 });
    });

    test("is stored at a quality that falls as the upload grows", () => {
      const megabyte = 1024 * 1024;
      expect([1, 2 * megabyte, 2 * megabyte + 1, 5 * megabyte, 5 * megabyte + 1].map(jpegQuality)).toEqual([
        90, 90, 80, 80, 70,
      ]);
    });
  });

  describe("a refused upload", () => {
    test.for([
      ["empty", "empty"],
      ["elevenMegabytes", "too-large"],
      ["sixtyMegabytes", "too-large"],
      ["textNamedJpg", "unsupported"],
      ["svgNamedPng", "unsupported"],
      ["avif", "unsupported"],
      ["truncatedJpeg", "broken"],
      ["truncatedPng", "broken"],
      ["truncatedHeic", "broken"],
      ["hugePng", "too-many-pixels"],
      ["tooSmallPng", "too-small"],
      ["tooNarrowPng", "too-narrow"],
    ] as const)("refuses %s as %s", async ([fixture, problem]) => {
      expect(await inspect(fixture)).toEqual({ ok: false, problem });
    });

    test("refuses an AVIF behind HEIF's generic brand as unsupported", async () => {
      const avif = await readFile(fixtures.avif);
      avif.write("mif1", 8, "latin1");
      expect(await inspection.inspect(avif, "a.heic")).toEqual({ ok: false, problem: "unsupported" });
    });

    test("refuses a file as broken when only its first bytes are an image's", async () => {
      const bytes = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff, 0xe0]), Buffer.alloc(1000, "x")]);
      expect(await inspection.inspect(bytes, "a.jpg")).toEqual({ ok: false, problem: "broken" });
    });

    test.for(["crashed", "timeout"] as const)(
      "refuses a photo as broken when its inspection ends as %s",
      async (code) => {
        const failing = createPhotoInspection({
          log,
          inspectPhoto: () => Promise.reject(new ChildProcessError(code, "the child is gone")),
        });
        expect(await failing.inspect(new Uint8Array([1]), "a.jpg")).toEqual({ ok: false, problem: "broken" });
      },
    );

    test("does not blame the photo for our own error", async () => {
      const failing = createPhotoInspection({
        log,
        inspectPhoto: () => Promise.reject(new ChildProcessError("failed", "undefined is not a function")),
      });
      await expect(failing.inspect(new Uint8Array([1]), "a.jpg")).rejects.toMatchObject({ code: "failed" });
    });

    test("logs a refusal by problem, size and extension, never by name", async () => {
      info.mockReset();
      await inspection.inspect(new Uint8Array(0), "my secret.heic");
      expect(info).toHaveBeenCalledExactlyOnceWith(
        { problem: "empty", bytes: 0, extension: ".heic" },
        expect.any(String),
      );
    });
  });
});

describe("a photo that is cropped and turned", () => {
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
});
