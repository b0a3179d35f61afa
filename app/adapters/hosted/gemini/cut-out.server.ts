import sharp from "sharp";
import { digitalSourceXmp } from "../../../transformations/digital-source.ts";
import { keyColours } from "./key-colours.ts";
import { keyOut } from "./key-out.ts";
import { maxPixels } from "./result-picture.server.ts";

export interface CutOutTask {
  image: Uint8Array;
  key: string;
}

export async function cutOut({ image, key: name }: CutOutTask): Promise<Uint8Array<ArrayBuffer> | null> {
  const key = keyColours.find((colour) => colour.name === name);
  if (!key) throw new Error(`no key colour ${name}`);
  const { data, info } = await sharp(image, { limitInputPixels: maxPixels, failOn: "error" })
    .toColourspace("srgb")
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const { width, height } = info;
  const pixels = keyOut({ pixels: data, width, height }, key);
  if (!pixels) return null;
  const png = sharp(pixels, { raw: { width, height, channels: 4 } }).png();
  return new Uint8Array(await png.withXmp(digitalSourceXmp("compositeWithTrainedAlgorithmicMedia")).toBuffer());
}
