import { boxMean } from "../pixels/box-mean.ts";
import { enlargePlane } from "../pixels/enlarge-plane.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";
import { shrinkPhoto } from "../pixels/shrink-photo.ts";
import { smoothstep } from "../pixels/smoothstep.ts";
import { cleanMask, type Mask, maskPlane } from "./clean-mask.ts";
import { grabCut, seed } from "./grab-cut.ts";
import { type Guess, guessInBox, guessSubjects } from "./guess-subjects.ts";
import { openCv } from "./opencv.ts";
import { boxInRegion, boxOf, cropPhoto, type Region, regionAround } from "./region.ts";
import { liftDarkPhoto } from "./lift-dark-photo.ts";
import { measureScene } from "./scene.ts";
import { type Box, boxPlace } from "./box.ts";

/** Where a photo's subject is: a mask of the part of the photo that holds it. */
export interface Subject {
  region: Region;
  mask: Mask;
  /** How sure this is, from 0 to 1. */
  confidence: number;
}

/** The longer side readings are compared at, and the one the best of them is worked out at, in pixels. */
const [guessSide, maskSide] = [128, 320];

/**
 * Finds a photo's subject, or what a box holds. Several readings are made of a small copy and judged; the best one is
 * worked out on a larger copy of its surroundings. Null when there is none, as in a picture of one colour.
 */
export async function findSubject(photo: Photo, box?: Box): Promise<Subject | null> {
  const { cv } = await openCv();
  const whole = { left: 0, top: 0, width: photo.width, height: photo.height };
  const seen = box ? regionAround(box, photo) : whole;
  const scene = measureScene(liftDarkPhoto(shrinkPhoto(cropPhoto(photo, seen), guessSide)));
  const seenBox = box && boxInRegion(box, seen, photo);
  const guesses = seenBox ? guessInBox(cv, scene, seenBox) : guessSubjects(cv, scene);
  const [best, ...others] = guesses.toSorted((one, other) => other.score - one.score);
  if (!best || best.score === 0) return null;

  const region = box ? seen : regionAround(boxOf(best.mask), photo);
  const detailed = liftDarkPhoto(shrinkPhoto(cropPhoto(photo, region), maskSide));
  const guessed = cutPlane(maskPlane(best.mask), region, seen, detailed);
  const sure = cutPlane(maskPlane(best.sure), region, seen, detailed);
  const data = grabCut(cv, detailed, seedsAround(guessed, sure, seenBox), 2);
  if (!data) return null;
  const mask = cleanMask({ width: detailed.width, height: detailed.height, data });
  const steadiness = overlap(mask.data, guessed.data);
  return { region, mask, confidence: confidenceIn(best, agreement(best, others), steadiness) };
}

/**
 * How sure the best reading is: it looks like a subject, the readings closest to it agree, and it does not change when
 * it is worked out. The figures were set by looking at photos of people, things, pets and rooms.
 */
function confidenceIn(best: Guess, agreed: number, steadiness: number): number {
  const looks = smoothstep(0.45, 0.9, best.score);
  return looks * (0.4 + 0.6 * agreed) * smoothstep(0.4, 0.9, steadiness);
}

/** How far the two other readings that are closest to the best one share its pixels, 0 to 1. */
function agreement(best: Guess, others: readonly Guess[]): number {
  const shares = others.map(({ mask }) => overlap(mask.data, best.mask.data)).sort((one, other) => other - one);
  const [first = 0, second = first] = shares;
  return (first + second) / 2;
}

/** Intersection over union. */
function overlap(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let [both, either] = [0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const [inOne, inOther] = [(one[at] ?? 0) > 0.5, (other[at] ?? 0) > 0.5];
    if (inOne && inOther) both += 1;
    if (inOne || inOther) either += 1;
  }
  return either === 0 ? 0 : both / either;
}

/**
 * The reading as seeds for a larger copy: certain deep inside, far from it and outside of a box, open along
 * its outline.
 */
function seedsAround(guessed: Plane, sure: Plane, box?: Box): Uint8Array {
  const { width, height } = guessed;
  const near = boxMean(guessed, Math.round(maskSide / 20));
  const deep = boxMean(guessed, Math.round(maskSide / 16));
  const inBox = box ? boxPlace(box) : null;
  return Uint8Array.from(guessed.data, (share, at) => {
    const place = inBox?.(((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height);
    const isOut = place && Math.max(Math.abs(place.across), Math.abs(place.down)) > 1;
    if (isOut || (near.data[at] ?? 0) < 1e-4) return seed.background;
    if ((deep.data[at] ?? 0) > 0.995 || (sure.data[at] ?? 0) > 0.75) return seed.foreground;
    return share > 0.5 ? seed.likelyForeground : seed.likelyBackground;
  });
}

/** What of a plane over `seen` lies in `region`, at another's size. */
function cutPlane(plane: Plane, region: Region, seen: Region, { width, height }: Photo): Plane {
  const [scaleX, scaleY] = [plane.width / seen.width, plane.height / seen.height];
  const [left, top] = [Math.round((region.left - seen.left) * scaleX), Math.round((region.top - seen.top) * scaleY)];
  const part = emptyPlane(
    Math.max(1, Math.min(plane.width - left, Math.round(region.width * scaleX))),
    Math.max(1, Math.min(plane.height - top, Math.round(region.height * scaleY))),
  );
  for (let y = 0; y < part.height; y += 1) {
    const from = (top + y) * plane.width + left;
    part.data.set(plane.data.subarray(from, from + part.width), y * part.width);
  }
  return enlargePlane(part, width, height);
}
