import decodeHeic from "heic-decode";
import sharp, { type Metadata, type Sharp } from "sharp";
import { hasDisplayP3Primaries } from "./heif-colour.server.ts";
import { tiffWithProfile } from "./tiff-with-profile.server.ts";

/**
 * Upright, at most `maxSide`, on white. sharp cannot decode HEVC; libheif's pixels need the profile sharp reads
 * (`head`).
 */
export async function decodeHeif(bytes: Uint8Array, head: Metadata, maxSide: number): Promise<Sharp> {
  const pictures = await decodeHeic.all({ buffer: bytes });
  const main = pictures[head.pagePrimary ?? 0] ?? pictures[0];
  if (!main) throw new Error("The HEIF file holds no picture.");
  const { data, width, height } = await main.decode();
  pictures.dispose();

  const shrunk = sharp(data, { raw: { width, height, channels: 4 } })
    .resize(maxSide, maxSide, { fit: "inside", withoutEnlargement: true })
    .flatten({ background: "#fff" });
  const profile = head.icc ?? (hasDisplayP3Primaries(bytes) ? await displayP3Profile() : undefined);
  if (!profile) return shrunk;
  const { data: pixels, info } = await shrunk.raw().toBuffer({ resolveWithObject: true });
  return sharp(tiffWithProfile({ pixels, width: info.width, height: info.height, profile }));
}

async function displayP3Profile(): Promise<Buffer | undefined> {
  const pixel = sharp({ create: { width: 1, height: 1, channels: 3, background: "#000" } });
  const { icc } = await sharp(await pixel.withIccProfile("p3").png().toBuffer()).metadata();
  return icc;
}
