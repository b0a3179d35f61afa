import sharp from "sharp";
import { readSubjectBox, type SubjectBox } from "../../../tools/subject-box.ts";
import { excessOf, type KeyColour, keyColours } from "./key-colours.ts";

const sampleSide = 96;
/** Foliage and jeans have 30 to 80, skin almost 0. */
const tinted = 20;
const alike = 0.01;

const middle: SubjectBox = { left: 20, top: 10, width: 60, height: 90 };

/** The key colour rarest in the subject; `subject` is the recipe's box, if any. */
export async function chooseKeyColour(image: Uint8Array, subject: unknown): Promise<KeyColour> {
  const box = (typeof subject === "string" && readSubjectBox(subject)) || middle;
  const small = sharp(image).autoOrient().flatten({ background: "#fff" }).toColourspace("srgb");
  const { data, info } = await small
    .resize(sampleSide, sampleSide, { fit: "fill" })
    .extract(pixelsOf(box))
    .raw()
    .toBuffer({ resolveWithObject: true });
  const shares = keyColours.map((key) => {
    let rarest = 0;
    for (let at = 0; at < data.length; at += info.channels) if (excessOf(key, data, at) > tinted) rarest += 1;
    return { key, share: rarest / (info.width * info.height) };
  });
  const least = Math.min(...shares.map(({ share }) => share));
  return shares.find(({ share }) => share <= least + alike)?.key ?? keyColours[0];
}

function pixelsOf({ left, top, width, height }: SubjectBox) {
  const pixels = (percent: number) => Math.floor((percent * sampleSide) / 100);
  return {
    left: pixels(left),
    top: pixels(top),
    width: Math.max(1, pixels(width)),
    height: Math.max(1, pixels(height)),
  };
}
