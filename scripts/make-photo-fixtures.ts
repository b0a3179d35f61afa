import { execFileSync } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp, { type Sharp } from "sharp";
import { displayP3Property, rotationProperty, withProperty } from "../tests/fixtures/photos/heic-property.ts";
import { asAnimation } from "../tests/fixtures/photos/png-chunks.ts";
import { landscape, portrait, quadrantColours, quadrants } from "../tests/fixtures/photos/scene.ts";

/**
 * Writes the committed photo fixtures (tests/fixtures/photos). Run it again only to change them:
 * `node scripts/make-photo-fixtures.ts`. HEIC files need `heif-enc` (Debian: libheif-examples) on the PATH, because
 * sharp's own build cannot encode HEVC; without it the committed ones are left as they are.
 */
const directory = new URL("../tests/fixtures/photos/", import.meta.url);
const [width, height] = [240, 160];

const save = async (name: string, bytes: Uint8Array | string) => writeFile(new URL(name, directory), bytes);

const upright = sharp(quadrants(width, height, quadrantColours)).removeAlpha();
const lying = sharp(await upright.clone().rotate(270).png().toBuffer());
const jpeg = await upright.clone().jpeg({ quality: 92 }).toBuffer();
const png = await upright.clone().png().toBuffer();
const snapshot = await sharp(landscape(900, 1200)).removeAlpha().jpeg({ quality: 85 }).toBuffer();

await save("snapshot.jpg", snapshot);
await save("portrait.jpg", await sharp(portrait(720, 900)).removeAlpha().jpeg({ quality: 88 }).toBuffer());
await save(
  "rotated.jpg",
  await lying
    .clone()
    .withExif({ IFD3: { GPSLatitudeRef: "N", GPSLatitude: "6/1 27/1 14/1" } })
    .withMetadata({ orientation: 6 })
    .jpeg({ quality: 92 })
    .toBuffer(),
);
await save("display-p3.jpg", await upright.clone().withIccProfile("p3").jpeg({ quality: 92 }).toBuffer());
await save("grey.jpg", await upright.clone().greyscale().jpeg({ quality: 92 }).toBuffer());
await save("cmyk.jpg", await upright.clone().toColourspace("cmyk").jpeg({ quality: 92 }).toBuffer());
await save("quadrants.png", png);
await save("png-named.jpg", png);
await save("animated.png", asAnimation(png));
await save("transparent.png", await transparent().png().toBuffer());
await save("quadrants.webp", await upright.clone().webp({ quality: 90 }).toBuffer());
await save("animated.webp", await animatedWebp());
await save("quadrants.avif", await upright.clone().avif({ quality: 80 }).toBuffer());
await save("text-named.jpg", "Not a photo, whatever its name says.\n");
await save("svg-named.png", quadrants(width, height, quadrantColours));
await save("truncated.jpg", snapshot.subarray(0, snapshot.length / 2));
await save("truncated.png", png.subarray(0, png.length * 0.7));
await save("too-small.png", await upright.clone().resize(100, 40, { fit: "fill" }).png().toBuffer());
await save("too-narrow.png", await upright.clone().resize(600, 100, { fit: "fill" }).png().toBuffer());
await save("empty.jpg", "");

if (hasHeicEncoder()) {
  const p3Pixels = await sharp(await upright.clone().withIccProfile("p3").png().toBuffer(), { ignoreIcc: true })
    .png()
    .toBuffer();
  const heic = await encodeHeic(jpeg, "jpg");
  await save("quadrants.heic", heic);
  await save("truncated.heic", heic.subarray(0, heic.length * 0.7));
  // Stored a quarter turn clockwise from upright; one turn anti-clockwise sets it right.
  const turned = await upright.clone().rotate(90).jpeg({ quality: 92 }).toBuffer();
  await save("rotated.heic", withProperty(await encodeHeic(turned, "jpg"), rotationProperty(1)));
  await save("display-p3.heic", await encodeHeic(await upright.clone().withIccProfile("p3").png().toBuffer(), "png"));
  await save("display-p3-code-points.heic", withProperty(await encodeHeic(p3Pixels, "png"), displayP3Property()));
} else {
  console.warn("heif-enc was not found: the HEIC fixtures were left as they are.");
}

/** Half opaque red, half nothing. */
function transparent(): Sharp {
  const red = { input: { create: { width: width / 2, height, channels: 4, background: "#e04030" } } } as const;
  return sharp({ create: { width, height, channels: 4, background: "#0000" } }).composite([
    { ...red, left: 0, top: 0 },
  ]);
}

/** The quadrants first, then black. */
async function animatedWebp(): Promise<Buffer> {
  const black = sharp({ create: { width, height, channels: 3, background: "#000" } });
  return sharp([png, await black.png().toBuffer()], { join: { animated: true } })
    .webp()
    .toBuffer();
}

function hasHeicEncoder(): boolean {
  try {
    execFileSync("heif-enc", ["--help"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}

async function encodeHeic(picture: Buffer, extension: "jpg" | "png"): Promise<Buffer> {
  const work = await mkdtemp(join(tmpdir(), "heic-"));
  const [input, output] = [join(work, `input.${extension}`), join(work, "output.heic")];
  await writeFile(input, picture);
  execFileSync("heif-enc", ["-q", "90", "-o", output, input]);
  const heic = await readFile(output);
  await rm(work, { recursive: true });
  return heic;
}
