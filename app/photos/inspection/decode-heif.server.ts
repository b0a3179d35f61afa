import decodeHeic from "heic-decode";
import sharp, { type Metadata, type Sharp } from "sharp";

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

/** SMPTE EG 432-1 (ITU-T H.273, table 2). */
const displayP3 = 12;

/**
 * Android phones mark Display P3 by a `colr` box of type `nclx` (ISO 23008-12 §6.5.5); iPhones embed an ICC profile.
 */
function hasDisplayP3Primaries(file: Uint8Array): boolean {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength);
  const properties = findBox(bytes, ["meta", "iprp", "ipco"]);
  if (!properties) return false;
  for (const { type, content } of boxes(properties)) {
    if (type !== "colr" || content.length < 6 || content.toString("latin1", 0, 4) !== "nclx") continue;
    if (content.readUInt16BE(4) === displayP3) return true;
  }
  return false;
}

interface Box {
  type: string;
  content: Buffer;
}

function findBox(bytes: Buffer, [type, ...inner]: string[]): Buffer | undefined {
  if (type === undefined) return bytes;
  for (const box of boxes(bytes)) {
    if (box.type === type) return findBox(box.content, inner);
  }
  return undefined;
}

function* boxes(bytes: Buffer): Generator<Box> {
  for (let start = 0; start + 8 <= bytes.length;) {
    const shortSize = bytes.readUInt32BE(start);
    const type = bytes.toString("latin1", start + 4, start + 8);
    const isLong = shortSize === 1 && start + 16 <= bytes.length;
    const size = isLong ? Number(bytes.readBigUInt64BE(start + 8)) : shortSize === 0 ? bytes.length - start : shortSize;
    const head = (isLong ? 16 : 8) + (type === "meta" ? 4 : 0);
    if (size < head || start + size > bytes.length) return;
    yield { type, content: bytes.subarray(start + head, start + size) };
    start += size;
  }
}

export interface ProfiledPixels {
  pixels: Uint8Array;
  width: number;
  height: number;
  profile: Uint8Array;
}

const short = 3;
const long = 4;
const undefinedType = 7;

/** Uncompressed TIFF (TIFF 6.0, little-endian, one strip) to pass pixels with a profile to sharp. */
function tiffWithProfile({ pixels, width, height, profile }: ProfiledPixels): Buffer {
  const bitsAt = 8;
  const pixelsAt = bitsAt + 6;
  const profileAt = pixelsAt + pixels.length;
  const directoryAt = profileAt + profile.length + ((profileAt + profile.length) % 2);

  const entries = [
    [256, long, 1, width],
    [257, long, 1, height],
    [258, short, 3, bitsAt],
    [259, short, 1, 1],
    [262, short, 1, 2],
    [273, long, 1, pixelsAt],
    [277, short, 1, 3],
    [278, long, 1, height],
    [279, long, 1, pixels.length],
    [34675, undefinedType, profile.length, profileAt],
  ] as const;

  const tiff = Buffer.alloc(directoryAt + 2 + entries.length * 12 + 4);
  tiff.write("II*\0", "latin1");
  tiff.writeUInt32LE(directoryAt, 4);
  for (const sample of [0, 1, 2]) tiff.writeUInt16LE(8, bitsAt + sample * 2);
  tiff.set(pixels, pixelsAt);
  tiff.set(profile, profileAt);
  tiff.writeUInt16LE(entries.length, directoryAt);
  for (const [index, [tag, type, count, value]] of entries.entries()) {
    const at = directoryAt + 2 + index * 12;
    tiff.writeUInt16LE(tag, at);
    tiff.writeUInt16LE(type, at + 2);
    tiff.writeUInt32LE(count, at + 4);
    tiff.writeUInt32LE(value, at + 8);
  }
  return tiff;
}
