import { noteOf } from "../../tools/id-photo/measured-note.ts";
import { backgroundColours, documentOf, type IdDocument } from "../../tools/id-photo/documents.ts";
import type { IdPhotoRecipe } from "../../tools/recipe.ts";
import { bytesOfLight, linearOf, parseColour, type Rgb } from "../pixels/colour.ts";
import { cutOut, unclearBelow } from "../cut-out/cut-out.ts";
import { matOfPhoto, photoOfMat, resizePhoto, withMats } from "../opencv/filters.ts";
import { openCv } from "../opencv/opencv.ts";
import type { OnProgress, Photo, Work } from "../work.ts";
import { bilinearRows, clamp, type Plane, smoothstep } from "../pixels/plane.ts";
import { segmentBust } from "../vision/people-map.ts";
import type { Sight } from "../vision/sight.ts";
import { closedSides, type Frame, openSides, planFrame } from "./frame.ts";
import { measureHead, otherFaces } from "./measure-portrait.ts";
import type { Face } from "../vision/faces.ts";

const [seen, drawn] = [0.5, 0.9];

/**
 * Crops and levels a portrait for its document; without `changes: "crop"` also lays it over the document's colour and
 * lifts underexposure with one factor for every pixel. No pixel of a face is changed otherwise.
 */
export async function idPhoto(sight: Sight, recipe: IdPhotoRecipe, onProgress: OnProgress): Promise<Work> {
  const refuse = (detail: string): Work => ({ ok: false, problem: "rejected", detail });
  const document = documentOf(recipe.document);
  const colour = document && parseColour(backgroundColours[document.background]);
  if (!document || !colour) return refuse(`No document "${recipe.document}".`);
  const { photo } = sight;
  const [face, ...others] = await sight.faces();
  if (!face) return refuse("No face.");
  if (otherFaces(face, others).length > 0) return refuse(`${1 + others.length} faces.`);
  const whole = await cutOut(sight, { edges: 20 });
  const salient = (await sight.subject())?.salient;
  const looks = salient && { salient, bust: await segmentBust(photo, face) };
  const cut = looks ? { ...whole, alpha: withoutBystanders(whole.alpha, face, looks) } : whole;
  onProgress(seen);
  const isCrop = recipe.changes === "crop";
  const isUnclear = cut.confidence < unclearBelow;
  if (isUnclear && !isCrop) return refuse(`The person is ${Math.round(cut.confidence * 100)} % certain.`);
  const head = measureHead(face, isUnclear ? await sight.people() : cut.alpha, photo);
  const frame = planFrame(head, document, photo, isCrop ? closedSides : openSides(cut.alpha));
  if (!frame) return refuse("Too little space around the head.");
  const gain = isCrop ? 1 : gainOf(photo);
  const laid = isCrop ? photo : overColour(lifted(cut.foreground, gain), cut.alpha, colour);
  const picture = drawFrame(laid, frame, document, colour);
  onProgress(drawn);
  const note = noteOf(document, { ...frame, turn: head.turn, gain, background: !isCrop });
  const dpi = Math.round((document.pixels.width / document.size.width) * 25.4);
  return { ok: true, picture, note, file: { dpi, kilobytes: document.kilobytes } };
}

/** Luma of the brightest half percent of a photo that needs no light: a little above mid-grey for any skin. */
const litFrom = 160;
/** In linear light: four tenths of a stop. */
const mostGain = 1.35;

/** Uses the photo's brightest tones, not the face, so that no skin becomes lighter than in the photo's light. */
export function gainOf({ data }: Photo): number {
  const counts = new Uint32Array(256);
  for (let at = 0; at + 2 < data.length; at += 3) {
    const luma = Math.round(0.299 * (data[at] ?? 0) + 0.587 * (data[at + 1] ?? 0) + 0.114 * (data[at + 2] ?? 0));
    counts[luma] = (counts[luma] ?? 0) + 1;
  }
  let [tone, above] = [255, 0];
  while (tone > 1 && above + (counts[tone] ?? 0) < (0.005 * data.length) / 3) above += counts[tone--] ?? 0;
  if (tone >= litFrom) return 1;
  return clamp(1, (linearOf[litFrom] ?? 1) / (linearOf[tone] ?? 1), mostGain);
}

function lifted(photo: Photo, gain: number): Photo {
  if (gain === 1) return photo;
  const bytes = Uint8Array.from(linearOf, (light) => {
    return (bytesOfLight[Math.round(Math.min(1, light * gain) * 4096)] ?? 255) + 0.5;
  });
  return { ...photo, data: photo.data.map((byte) => bytes[byte] ?? byte) };
}

function overColour(foreground: Photo, alpha: Plane, colour: Rgb): Photo {
  const data = new Uint8Array(foreground.data.length);
  for (let at = 0; at < alpha.data.length; at += 1) {
    const share = alpha.data[at] ?? 0;
    for (let channel = 0; channel < 3; channel += 1) {
      const own = foreground.data[at * 3 + channel] ?? 0;
      data[at * 3 + channel] = own * share + (colour[channel] ?? 255) * (1 - share) + 0.5;
    }
  }
  return { ...foreground, data };
}

/** Shrinks by area means first, because warping samples single pixels. */
function drawFrame(photo: Photo, { corner }: Frame, { size, pixels }: IdDocument, [red, green, blue]: Rgb): Photo {
  const cv = openCv();
  const [topLeft, topRight, bottomLeft] = [corner(0, 0), corner(size.width, 0), corner(0, size.height)];
  const span = Math.hypot(topRight.x - topLeft.x, topRight.y - topLeft.y);
  const shrink = Math.min(1, pixels.width / span);
  const near = resizePhoto(photo, {
    width: Math.round(photo.width * shrink),
    height: Math.round(photo.height * shrink),
  });
  // Maps the centres of pixels from the picture to the photo.
  const [across, down] = [near.width / photo.width, near.height / photo.height];
  const unit = { x: (topRight.x - topLeft.x) / pixels.width, y: (topRight.y - topLeft.y) / pixels.width };
  const fall = { x: (bottomLeft.x - topLeft.x) / pixels.height, y: (bottomLeft.y - topLeft.y) / pixels.height };
  return withMats((keep) => {
    const matrix = keep(
      cv.matFromArray(2, 3, cv.CV_64F, [
        unit.x * across,
        fall.x * across,
        (topLeft.x + (unit.x + fall.x) / 2) * across - 0.5,
        unit.y * down,
        fall.y * down,
        (topLeft.y + (unit.y + fall.y) / 2) * down - 0.5,
      ]),
    );
    const out = keep(new cv.Mat());
    cv.warpAffine(
      keep(matOfPhoto(near)),
      out,
      matrix,
      new cv.Size(pixels.width, pixels.height),
      cv.INTER_CUBIC | cv.WARP_INVERSE_MAP,
      cv.BORDER_CONSTANT,
      new cv.Scalar(red, green, blue, 255),
    );
    return photoOfMat(out);
  });
}

/** In face sizes: half the width of a head with short hair, start of the shoulders, and their widening. */
const [headWide, shouldersFrom, widening] = [0.62, 0.6, 2.2];
const soft = 0.12;
/** Saliency beside the head: below the first nothing is hair, above the second everything is. */
const [noneBelow, hairFrom] = [0.1, 0.3];

/** Likelihood in the segmented bust: below the first not the sitter, above the second the sitter. */
const [notAlone, alone] = [0.2, 0.5];

export interface Looks {
  readonly salient: Plane;
  readonly bust: Plane;
}

/**
 * Clears bystanders that the saliency network does not see: beside the head and above the shoulders (hair there is
 * salient), and outside the segmented bust.
 */
export function withoutBystanders(alpha: Plane, { centre, size, turn }: Face, { salient, bust }: Looks): Plane {
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  const [readSalient, readBust] = [salient, bust].map((look) => bilinearRows(look, alpha.width, alpha.height));
  const [salients, busts] = [new Float32Array(alpha.width), new Float32Array(alpha.width)];
  const data = alpha.data.slice();
  for (let y = 0; y < alpha.height; y += 1) {
    readSalient?.(y, salients);
    readBust?.(y, busts);
    for (let x = 0, at = y * alpha.width; x < alpha.width; x += 1, at += 1) {
      const own = data[at] ?? 0;
      if (own === 0) continue;
      const [across, down] = [x - centre.x, y - centre.y];
      const aside = Math.abs(across * cos + down * sin) / size;
      const below = (down * cos - across * sin) / size;
      const limit = headWide + widening * Math.max(0, below - shouldersFrom);
      const outside = Math.max(smoothstep(limit, limit + soft, aside), smoothstep(alone, notAlone, busts[x] ?? 0));
      if (outside > 0) data[at] = own * (1 - outside * smoothstep(hairFrom, noneBelow, salients[x] ?? 0));
    }
  }
  return { ...alpha, data };
}
