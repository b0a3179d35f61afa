import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { beforeAll, describe, expect, test } from "vitest";
import type {
  GenerationOutcome,
  GenerationRequest,
  ImageGenerator,
  Recipe,
} from "../../../app/transformations/image-generator.ts";
import { photoFixtures } from "../../fixtures/photo-fixtures.ts";

/** The contract of an image generator. `recipe`: one that it supports; `needs` names the missing variables. */
export function imageGeneratorContract(
  name: string,
  generator: () => ImageGenerator,
  recipe: Recipe,
  needs?: string,
): void {
  describe.skipIf(needs)(`${name} as an image generator`, { meta: { skipped: `set ${needs}` } }, () => {
    let photo: Uint8Array;
    /** Made once: the same request gives the same picture. */
    let made: Promise<{ outcome: GenerationOutcome; shares: number[] }> | undefined;

    beforeAll(async () => {
      photo = await sharp(await readFile((await photoFixtures()).snapshot))
        .resize(192, 256)
        .jpeg()
        .toBuffer();
    }, 60_000);

    const request = (changes: Partial<GenerationRequest> = {}): GenerationRequest => ({
      recipe,
      prompt: "Improve this photo.",
      image: photo,
      mimeType: "image/jpeg",
      signal: new AbortController().signal,
      onProgress: () => {},
      ...changes,
    });

    const madeOnce = () => (made ??= make());
    async function make() {
      const shares: number[] = [];
      const outcome = await generator().generate(request({ onProgress: (share) => shares.push(share) }));
      return { outcome, shares };
    }
    async function picture() {
      const { outcome } = await madeOnce();
      if (!outcome.ok) throw new Error(outcome.detail);
      return outcome;
    }

    test("has a name for its results", () => {
      expect(generator().name).toMatch(/\S/);
    });

    test("returns a decodable picture of the stated type", async () => {
      const outcome = await picture();
      expect(await sharp(outcome.image).metadata()).toMatchObject({ mediaType: outcome.mimeType });
      await expect(sharp(outcome.image, { failOn: "warning" }).raw().toBuffer()).resolves.toBeInstanceOf(Buffer);
    });

    test("returns a picture of the photo's shape", async () => {
      const outcome = await picture();
      const { width, height } = await sharp(outcome.image).metadata();
      expect(width / height).toBeCloseTo(3 / 4, 1);
    });

    test("returns another picture than the photo", async () => {
      const outcome = await picture();
      const pixels = async (image: Uint8Array) => sharp(image).resize(90, 120).raw().toBuffer();
      const [before, after] = [await pixels(photo), await pixels(outcome.image)];
      const difference = before.reduce((sum, value, at) => sum + Math.abs(value - (after[at] ?? 0)), 0) / before.length;
      expect(difference).toBeGreaterThan(1);
    });

    test("states the digital source type in the result's metadata", async () => {
      const outcome = await picture();
      expect((await sharp(outcome.image).metadata()).xmp?.toString()).toContain(
        "http://cv.iptc.org/newscodes/digitalsourcetype/",
      );
    });

    test("reports progress in rising shares up to 1", async () => {
      const { shares } = await madeOnce();
      expect(shares).toEqual([...shares].sort((one, other) => one - other));
      expect(shares.at(-1)).toBe(1);
    });

    test("answers after an abort", async () => {
      const controller = new AbortController();
      const outcome = generator().generate(
        request({ signal: controller.signal, onProgress: () => controller.abort() }),
      );
      expect(await outcome).toMatchObject({ ok: false, problem: "failed" });
    });

    test("does not start an aborted request", async () => {
      const shares: number[] = [];
      const outcome = await generator().generate(
        request({ signal: AbortSignal.abort(), onProgress: (share) => shares.push(share) }),
      );
      expect(outcome).toMatchObject({ ok: false, problem: "failed" });
      expect(shares).toEqual([]);
    });

    test.for(["truncatedJpeg", "textNamedJpg", "empty"] as const)("refuses a broken image: %s", async (fixture) => {
      const image = await readFile((await photoFixtures())[fixture]);
      expect(await generator().generate(request({ image }))).toMatchObject({ ok: false, problem: "rejected" });
    });

    test("works after a refusal and an abort", async () => {
      await generator().generate(request({ image: new Uint8Array([1, 2, 3]) }));
      await generator().generate(request({ signal: AbortSignal.abort() }));
      expect(await generator().generate(request())).toMatchObject({ ok: true });
    });
  });
}
