import sharp from "sharp";
import { readSubjectBox, type SubjectBox } from "../../../tools/subject-box.ts";

/** Generative models return opaque pictures only, so the subject is cut out of a pure colour. */
export interface KeyColour {
  name: string;
  hex: `#${string}`;
  own: readonly number[];
  others: readonly number[];
}

export const keyColours = [
  { name: "pure green", hex: "#00FF00", own: [1], others: [0, 2] },
  { name: "pure blue", hex: "#0000FF", own: [2], others: [0, 1] },
  { name: "pure magenta", hex: "#FF00FF", own: [0, 2], others: [1] },
] as const satisfies readonly KeyColour[];

/** Weakest own minus strongest other channel, 0 to 255 (colour difference of P. Vlahos's keyers). `at` is an offset. */
export function excessOf({ own, others }: KeyColour, pixels: Uint8Array, at: number): number {
  let weakest = 255;
  let strongest = 0;
  for (const channel of own) weakest = Math.min(weakest, pixels[at + channel] ?? 0);
  for (const channel of others) strongest = Math.max(strongest, pixels[at + channel] ?? 0);
  return Math.max(0, weakest - strongest);
}

const sampleSide = 96;
/** Foliage and jeans measure 30 to 80, skin almost 0. */
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
