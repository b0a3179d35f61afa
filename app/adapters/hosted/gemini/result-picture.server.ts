import sharp, { type Sharp } from "sharp";
import { digitalSourceXmp } from "../../../transformations/digital-source.ts";

export interface ResultPicture {
  image: Uint8Array<ArrayBuffer>;
  mimeType: "image/jpeg" | "image/png";
}

export const maxPixels = 40_000_000;

/**
 * Converts the model's picture: PNG with transparency, otherwise JPEG 4:4:4, marked as AI-edited in its metadata.
 * @returns null for a broken picture.
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
    return null;
  }
}

const encoded = async (picture: Sharp) => new Uint8Array(await picture.toBuffer());
