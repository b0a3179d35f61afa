import sharp, { type Sharp } from "sharp";
import { digitalSourceXmp } from "../../../transformations/digital-source.ts";

export interface ResultPicture {
  image: Uint8Array<ArrayBuffer>;
  mimeType: "image/jpeg" | "image/png";
}

/** Larger than the largest picture Google's models make, 4096 × 4096. */
export const maxPixels = 40_000_000;

/**
 * What the model made (PNG, JPEG or WebP) as we keep it: a PNG where something shows through, otherwise a JPEG that
 * keeps its colours at full resolution; at the size it came, and saying in its metadata that a model changed a photo.
 * @returns null when it is no picture.
 */
export async function resultPicture(bytes: Uint8Array): Promise<ResultPicture | null> {
  try {
    const picture = sharp(bytes, { limitInputPixels: maxPixels, failOn: "error" }).toColourspace("srgb");
    const [{ hasAlpha }, { isOpaque }] = await Promise.all([picture.metadata(), picture.stats()]);
    const labelled = picture.withXmp(digitalSourceXmp("compositeWithTrainedAlgorithmicMedia"));
    if (hasAlpha && !isOpaque) return { image: await encoded(labelled.png()), mimeType: "image/png" };
    const opaque = labelled.flatten({ background: "#fff" }).jpeg({ quality: 92, chromaSubsampling: "4:4:4" });
    return { image: await encoded(opaque), mimeType: "image/jpeg" };
  } catch {
    // sharp throws plain errors for whatever is wrong with a file.
    return null;
  }
}

const encoded = async (picture: Sharp) => new Uint8Array(await picture.toBuffer());
