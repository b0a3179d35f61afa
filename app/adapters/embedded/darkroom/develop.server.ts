import sharp from "sharp";
import type { EffectName } from "./effects-by-tool.ts";
import { digitalSourceXmp } from "../../../transformations/digital-source.ts";
import { sourceTypes } from "./digital-source.ts";
import { enhance } from "./effects/enhance/enhance.ts";
import type { Photo } from "./effects/photo.ts";

export interface DarkroomTask {
  effect: EffectName;
  image: Uint8Array;
}

export type DarkroomResult =
  | { ok: true; image: Uint8Array<ArrayBuffer>; mimeType: "image/jpeg" }
  | { ok: false; problem: "rejected"; detail: string };

type Effect = (photo: Photo, onProgress: (share: number) => void) => Photo;

const effects: Record<EffectName, Effect> = { enhance };

/** Results are at most this wide and high, in pixels, as photos are. */
const maxSide = 1920;

/** Of the time a photo takes: decoding, and everything before encoding. */
const [decoded, applied] = [0.1, 0.9];

/**
 * Applies an effect to a photo: decodes it, works on its pixels, encodes them as a JPEG that says in its metadata how
 * it was made. Refuses what is no photo, and a result that is the photo itself. Runs in a child process.
 */
export async function develop(
  { effect, image }: DarkroomTask,
  onProgress: (share: number) => void,
): Promise<DarkroomResult> {
  const photo = await decode(image);
  if (!photo) return { ok: false, problem: "rejected", detail: "The image cannot be decoded." };
  onProgress(decoded);
  const result = effects[effect](photo, (share) => onProgress(decoded + share * (applied - decoded)));
  if (Buffer.compare(result.data, photo.data) === 0) {
    return { ok: false, problem: "rejected", detail: "There is nothing in the image to work on." };
  }
  onProgress(applied);
  const encoded = await encode(result, effect);
  onProgress(1);
  return { ok: true, image: encoded, mimeType: "image/jpeg" };
}

async function decode(image: Uint8Array): Promise<Photo | null> {
  try {
    const { data, info } = await sharp(image, { failOn: "error" })
      .autoOrient()
      .resize(maxSide, maxSide, { fit: "inside", withoutEnlargement: true })
      .flatten({ background: "#fff" })
      .toColourspace("srgb")
      .raw()
      .toBuffer({ resolveWithObject: true });
    return { width: info.width, height: info.height, data: info.channels === 1 ? greyAsRgb(data) : data };
  } catch {
    // sharp throws plain errors for whatever is wrong with a file.
    return null;
  }
}

function greyAsRgb(grey: Uint8Array): Uint8Array {
  const rgb = new Uint8Array(grey.length * 3);
  for (const [at, tone] of grey.entries()) rgb.fill(tone, at * 3, at * 3 + 3);
  return rgb;
}

/** Colours at full resolution: results are looked at closely, and may be worked on again. */
async function encode({ width, height, data }: Photo, effect: EffectName): Promise<Uint8Array<ArrayBuffer>> {
  const jpeg = sharp(data, { raw: { width, height, channels: 3 } })
    .withXmp(digitalSourceXmp(sourceTypes[effect]))
    .jpeg({ quality: 89, chromaSubsampling: "4:4:4" });
  return new Uint8Array(await jpeg.toBuffer());
}
