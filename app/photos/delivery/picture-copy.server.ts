import sharp from "sharp";
import type { CopyTask, FacePlace } from "../inspection/photo-inspection.ts";

/** Chat programs send a picture up to this size unchanged, and link previews stay below it too. */
export const copyLimitBytes = 300_000;

/** Px of the longer side and JPEG quality, in the order of trial; with the last even noise takes only 200 kB. */
const trials = [
  { side: 1280, quality: 80 },
  { side: 1280, quality: 65 },
  { side: 960, quality: 60 },
  { side: 640, quality: 55 },
] as const;

/**
 * A JPEG of at most 300 kB on white: the whole picture, or a square around the face. Keeps XMP, which says that an AI
 * made the picture. Runs in a child process.
 * @throws for an unreadable picture.
 */
export async function copyPicture({ bytes, size, face }: CopyTask): Promise<Uint8Array<ArrayBuffer>> {
  const picture = sharp(bytes, { failOn: "error", limitInputPixels: 40_000_000 });
  const { width, height } = await picture.metadata();
  const framed = size === "profile" ? picture.extract(profileFrame({ width, height }, face)) : picture;
  let copy = Buffer.alloc(0);
  for (const { side, quality } of trials) {
    copy = await framed
      .clone()
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .jpeg({ quality, mozjpeg: true })
      .keepXmp()
      .toBuffer();
    if (copy.byteLength <= copyLimitBytes) break;
  }
  return new Uint8Array(copy);
}

/** Ratio of the square's side to the face, and the face's height in the square, with space for hair and shoulders. */
const [aroundFace, faceAt] = [2.6, 0.46];
/** Px; a smaller square would be blurred. */
const leastSide = 480;

/** Px of a square within the picture, around the face; without a face in the upper middle. */
export function profileFrame({ width, height }: { width: number; height: number }, face: FacePlace | null) {
  const whole = Math.min(width, height);
  const side = face ? Math.round(Math.min(whole, Math.max(leastSide, aroundFace * face.size * width))) : whole;
  const within = (start: number, length: number) => Math.round(Math.min(Math.max(0, start), length - side));
  const [left, top] = face
    ? [face.x * width - side / 2, face.y * height - faceAt * side]
    : [(width - side) / 2, (height - side) / 4];
  return { left: within(left, width), top: within(top, height), width: side, height: side };
}
