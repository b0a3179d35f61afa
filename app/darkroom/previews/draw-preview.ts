import sharp, { type OverlayOptions } from "sharp";
import { decodePhoto } from "../decode.ts";
import type { Photo } from "../work.ts";
import type { Plane } from "../pixels/plane.ts";
import { seePhoto, type Sight } from "../vision/sight.ts";
import type { PoseNet, SaliencyNet } from "../vision/onnx-nets.ts";
import { workOn } from "../work-by-tool.ts";
import { previewOptions, visitorOptions } from "./options.ts";

/** Px; enough for a tile's strokes. */
const workingSide = 480;
/** Px; a larger one costs a gem. */
export const previewSide = 240;
/** A page shows two dozen on a slow connection. */
export const previewBytes = 10_240;

export async function seeForPreviews(
  image: Uint8Array,
  saliency: SaliencyNet | null,
  pose: PoseNet | null = null,
): Promise<Sight | null> {
  const photo = await decodePhoto(image, workingSide);
  return photo && seePhoto(photo, saliency, pose);
}

export interface DrawnPreview {
  option: string;
  /** Null without a subject or gain. */
  webp: Uint8Array<ArrayBuffer> | null;
  failure?: string;
}

/** Draws all looks of an enhancement together, and both pictures of a try-out. */
export async function drawPreview(sight: Sight, option: string): Promise<DrawnPreview[]> {
  if (visitorOptions.has(option)) return drawTryout(sight);
  const recipe = previewOptions.get(option);
  if (!recipe) return [{ option, webp: null }];
  if (recipe.tool === "art-style") {
    const { stylePreviews } = await import("../styles/apply-style.ts");
    const painted = (await stylePreviews(sight, previewSide, [recipe.style])).get(recipe.style);
    return [{ option, webp: painted ? await encodeSmall(painted) : null }];
  }
  const work = await workOn(sight, { ...recipe }, () => {});
  if (!work.ok) return [{ option, webp: null }];
  const drawn = [{ option, webp: await encodeSmall(work.picture, work.alpha) }];
  for (const { look, picture } of work.looks ?? []) {
    const other = `look-${look}`;
    if (other === option) drawn[0] = { option, webp: await encodeSmall(picture) };
    else drawn.push({ option: other, webp: await encodeSmall(picture) });
  }
  return drawn;
}

async function drawTryout(sight: Sight): Promise<DrawnPreview[]> {
  const work = await workOn(sight, { tool: "surprise-me" }, () => {});
  const encode = ({ width, height, data }: Photo, marks: OverlayOptions[]) =>
    sharp(data, { raw: { width, height, channels: 3 } })
      .composite(marks)
      .webp({ quality: 74, effort: 4 })
      .toBuffer();
  const before = new Uint8Array(await encode(sight.photo, []));
  const after = work.ok ? new Uint8Array(await encode(work.picture, drawMark(work.picture))) : null;
  return [
    { option: "before", webp: before },
    { option: "after", webp: after },
    { option: "look-natural", webp: work.ok ? await encodeSmall(work.picture) : null },
  ];
}

/** Tried in turn; only noise needs the last. */
const encodings = [
  [72, previewSide],
  [56, previewSide],
  [40, previewSide],
  [24, previewSide],
  [24, 160],
] as const;

async function encodeSmall(picture: Photo, alpha?: Plane): Promise<Uint8Array<ArrayBuffer>> {
  const { width, height } = picture;
  const pixels = alpha ? withAlpha(picture, alpha) : picture.data;
  let webp = new Uint8Array();
  for (const [quality, side] of encodings) {
    const small = sharp(pixels, { raw: { width, height, channels: alpha ? 4 : 3 } })
      .resize(side, side, { fit: "inside", withoutEnlargement: true })
      .webp({ quality, effort: 3 });
    webp = new Uint8Array(await small.toBuffer());
    if (webp.length <= previewBytes) break;
  }
  return webp;
}

function withAlpha({ data }: Photo, alpha: Plane): Uint8Array {
  const rgba = new Uint8Array(alpha.data.length * 4);
  for (let at = 0; at < alpha.data.length; at += 1) {
    rgba.set(data.subarray(at * 3, at * 3 + 3), at * 4);
    rgba[at * 4 + 3] = Math.round((alpha.data[at] ?? 0) * 255);
  }
  return rgba;
}

/** Our mark over the whole picture, so that cropping does not remove it. Paths only: a server may have no fonts. */
function drawMark({ width, height }: { width: number; height: number }): OverlayOptions[] {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
<defs>
<path id="gem" d="M15 4.5H9.2L2.5 13 15 28.6zM17 4.5v24.1L29.5 13l-6.7-8.5z"/>
<path id="word" fill="none" d="${word}"/>
<pattern id="marks" width="330" height="132" patternUnits="userSpaceOnUse" patternTransform="rotate(-24)">
<g transform="translate(16 14) scale(.62)">${twice}</g><g transform="translate(181 80) scale(.62)">${twice}</g>
</pattern>
</defs>
<rect width="100%" height="100%" fill="url(#marks)"/></svg>`;
  return [{ input: Buffer.from(svg), top: 0, left: 0 }];
}

/** The letters of the logo (app/ui/brand-mark.tsx). */
const word =
  "M47.3 34V8.3h8.2a7.4 7.4 0 0 1 0 14.8h-8.2M70.3 34V5.5M70.3 23.5a6.4 6.4 0 0 1 12.8 0V34M97.5 16.2a8 7.9 0 1 0 .01 0zM112.6 9.5v18.2c0 3 1.6 4 4.2 4h1.5M108.5 17.3h9.8M129.8 16.2a8 7.9 0 1 0 .01 0zM160 14.2v19.6a7.4 6.8 0 0 1-14 2.8M152.1 16.2a7.9 7.9 0 1 0 .01 0zM168.2 24.4h15.7a7.8 7.9 0 1 0-2.5 5.5M192 34V13.9M192 22.7a5.3 6.4 0 0 1 10.6 0V34M202.6 22.7a5.3 6.4 0 0 1 10.6 0V34";

/** A dark copy below the light one, so that the mark shows on any photo. */
const twice = [
  ["#000", "translate(1 1.4)"],
  ["#fff", ""],
]
  .map(
    ([colour, shift]) =>
      `<g transform="${shift}" opacity=".38"><use href="#gem" fill="${colour}" transform="translate(-1 4) scale(1.12)"/><use href="#word" stroke="${colour}" stroke-width="4.6"/></g>`,
  )
  .join("");
