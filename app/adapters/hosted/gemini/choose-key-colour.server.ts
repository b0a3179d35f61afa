import sharp from "sharp";
import { readSubjectBox, type SubjectBox } from "../../../tools/subject-box.ts";
import { excessOf, type KeyColour, keyColours } from "./key-colours.ts";

/** Enough to see which colours a photo has. Pixels. */
const lookAt = 96;
/** Above this a pixel counts as tinted with a key colour; foliage and jeans have 30 to 80, skin next to nothing. */
const tinted = 20;
/** Shares nearer than this are alike, and the order of the colours decides. */
const alike = 0.01;

/** Where a subject without a box most likely is. Percent. */
const middle: SubjectBox = { left: 20, top: 10, width: 60, height: 90 };

/** The key colour that is least to be found in the subject. `subject` is the recipe's box, if one was drawn. */
export async function chooseKeyColour(image: Uint8Array, subject: unknown): Promise<KeyColour> {
  const box = (typeof subject === "string" && readSubjectBox(subject)) || middle;
  const small = sharp(image).autoOrient().flatten({ background: "#fff" }).toColourspace("srgb");
  const { data, info } = await small
    .resize(lookAt, lookAt, { fit: "fill" })
    .extract(pixelsOf(box))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const shares = keyColours.map((key) => {
    let found = 0;
    for (let at = 0; at < data.length; at += info.channels) if (excessOf(key, data, at) > tinted) found += 1;
    return { key, share: found / (info.width * info.height) };
  });
  const least = Math.min(...shares.map(({ share }) => share));
  return shares.find(({ share }) => share <= least + alike)?.key ?? keyColours[0];
}

function pixelsOf({ left, top, width, height }: SubjectBox) {
  const pixels = (percent: number) => Math.floor((percent * lookAt) / 100);
  return {
    left: pixels(left),
    top: pixels(top),
    width: Math.max(1, pixels(width)),
    height: Math.max(1, pixels(height)),
  };
}
