import { readFile } from "node:fs/promises";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { develop } from "../develop.ts";

describe("Surprise Me", () => {
  test("makes the natural look the result, and encodes the bright and the vivid one beside it", async () => {
    const portrait = await readFile((await photoFixtures()).portrait);
    const image = await sharp(portrait).resize(160, 200).jpeg().toBuffer();
    const result = await develop({ recipe: { tool: "surprise-me" }, image }, { onProgress: () => {}, things: null });
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
});
