import { randomFillSync } from "node:crypto";
import sharp from "sharp";
import { expect, test } from "vitest";
import { cutOut } from "./cut-out.server.ts";
import { keyColours } from "./key-colours.server.ts";

/** Noise, which no PNG compresses, on a backdrop of the key colour. */
async function grainySubject(size: number, hex: string): Promise<Buffer> {
  const subject = Math.round(size * 0.95);
  const noise = randomFillSync(Buffer.alloc(subject * subject * 3));
  return sharp({ create: { width: size, height: size, channels: 3, background: hex } })
    .composite([{ input: noise, raw: { width: subject, height: subject, channels: 3 } }])
    .png()
    .toBuffer();
}

test("makes a cut-out smaller that Cloudinary's smallest plan would refuse", async () => {
  const [key] = keyColours;
  if (!key) throw new Error("no key colours");
  const image = await grainySubject(2048, key.hex);
  expect(image.byteLength).toBeGreaterThan(10_000_000);
  const cut = await cutOut({ image, key: key.name });
  expect(cut?.byteLength).toBeLessThan(10_000_000);
  const { width = 0, height, hasAlpha } = await sharp(cut ?? undefined).metadata();
  expect([hasAlpha, height]).toEqual([true, width]);
  expect(width).toBeGreaterThan(1000);
});
