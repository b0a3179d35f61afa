import { smoothstep } from "../pixels/smoothstep.ts";
import { cleanMask, type Mask } from "./clean-mask.ts";
import { type Face, insideOf, likelyFaces } from "./faces.ts";
import { grabCut, seed } from "./grab-cut.ts";
import { judgeMask, type Marks } from "./judge-mask.ts";
import type { OpenCv } from "./opencv.ts";
import type { Scene } from "./scene.ts";
import { type Box, boxPlace } from "./box.ts";
import {
  bodyPrior,
  closeUpPrior,
  objectPrior,
  peoplePrior,
  smallObjectPrior,
  type SubjectPrior,
} from "./subject-priors.ts";

/** One reading of a photo. */
export interface Guess {
  /** Which reading it is. */
  name: string;
  mask: Mask;
  marks: Marks;
  /** Pixels that surely are subject if this reading is right. */
  sure: Mask;
  /** From 0 to 1. */
  score: number;
}

/** Rounds of GrabCut for a guess: the outline still moves after them, but the reading no longer changes. */
const rounds = 3;

/**
 * Several readings of a small photo: one person, a thing, a small thing, a close-up, people where faces seem to be.
 * Each expects the subject elsewhere; GrabCut then follows the colours.
 */
export function guessSubjects(cv: OpenCv, scene: Scene): Guess[] {
  const { width, height } = scene.photo;
  const faces = likelyFaces(scene);
  const priors: Record<string, SubjectPrior> = {
    body: bodyPrior(width, height),
    object: objectPrior(width, height),
    small: smallObjectPrior(width, height),
    closeUp: closeUpPrior(width, height),
  };
  const seeds = Object.entries(priors).map(([name, prior]) => ({ name, seeds: seedsFrom(prior, scene) }));
  if (faces.length > 0) {
    const people = seedsFrom(peoplePrior(width, height, faces), scene);
    for (const at of faces.flatMap((face) => insideOf(face, scene.photo))) people[at] = seed.foreground;
    seeds.push({ name: "people", seeds: people });
  }
  return readings(cv, scene, seeds, (marks, mask) => {
    const colours = 0.15 * marks.colours + 0.25 * marks.surroundings;
    const plain = 0.2 * marks.edges + colours + 0.2 * marks.standsOut + 0.1 * marks.middle + 0.1 * marks.shape;
    return plain * marks.area * marks.frame * (0.75 + 0.25 * shareOfFaces(mask, faces));
  });
}

/**
 * Readings of a small photo when someone drew a box round the subject: outside of it is background for certain. They
 * differ in how far from the box's middle the subject surely reaches (1 would be the box's edges), since some boxes fit
 * and some are loose, and in what else of the box is taken for the subject at first.
 */
export function guessInBox(cv: OpenCv, scene: Scene, box: Box): Guess[] {
  const { width, height } = scene.photo;
  const inBox = boxPlace(box);
  const seedsOf = ({ sure, likely }: { sure: number; likely: number }) =>
    Uint8Array.from({ length: width * height }, (_, at) => {
      const place = inBox(((at % width) + 0.5) / width, (Math.floor(at / width) + 0.5) / height);
      if (Math.abs(place.across) > 1 || Math.abs(place.down) > 1) return seed.background;
      const fromMiddle = Math.hypot(place.across, place.down);
      if (fromMiddle < sure) return seed.foreground;
      return fromMiddle < likely ? seed.likelyForeground : seed.likelyBackground;
    });
  const boxPixels = (box.width * box.height * width * height) / 10_000;
  const seeds = [
    { name: "whole box", seeds: seedsOf({ sure: 0.25, likely: Infinity }) },
    { name: "tight box", seeds: seedsOf({ sure: 0.5, likely: Infinity }) },
    { name: "ellipse", seeds: seedsOf({ sure: 0.25, likely: 0.9 }) },
  ];
  return readings(cv, scene, seeds, (marks, mask) => {
    // People draw boxes that fit: a subject that leaves most of one empty is not what they meant.
    const filled = smoothstep(0.1, 0.5, area(mask) / boxPixels);
    return filled * (0.4 * marks.edges + 0.4 * marks.surroundings + 0.2 * marks.shape);
  });
}

function readings(
  cv: OpenCv,
  { photo, ...measured }: Scene,
  seeds: { name: string; seeds: Uint8Array }[],
  score: (marks: Marks, mask: Mask) => number,
): Guess[] {
  return seeds.flatMap((reading) => {
    const data = grabCut(cv, photo, reading.seeds, rounds);
    if (!data) return [];
    const mask = cleanMask({ width: photo.width, height: photo.height, data });
    const marks = judgeMask(mask, { photo, ...measured });
    const sure = { ...mask, data: reading.seeds.map((value) => (value === seed.foreground ? 1 : 0)) };
    return [{ name: reading.name, mask, marks, sure, score: score(marks, mask) }];
  });
}

/** What is expected to be subject and stands out, and what is not; the frame's upper sides are background. */
function seedsFrom(prior: SubjectPrior, { saliency }: Scene): Uint8Array {
  const { width, height } = prior;
  const seeds = new Uint8Array(width * height);
  for (let at = 0; at < seeds.length; at += 1) {
    const [x, y] = [at % width, Math.floor(at / width)];
    const isFrame = y < height * 0.02 || ((x < width * 0.02 || x > width * 0.98) && y < height * 0.7);
    const place = prior.data[at] ?? 0;
    const likely = place * (0.4 + 0.75 * (saliency.data[at] ?? 0));
    if (isFrame && likely < 0.5) seeds[at] = seed.background;
    else if (likely > 0.8 && place > 0.8) seeds[at] = seed.foreground;
    else seeds[at] = likely > 0.38 ? seed.likelyForeground : seed.likelyBackground;
  }
  return seeds;
}

/** How much of the faces a mask holds; a subject without its head is none. 1 where there are no faces. */
function shareOfFaces(mask: Mask, faces: readonly Face[]): number {
  const pixels = faces.flatMap((face) => insideOf(face, mask));
  if (pixels.length === 0) return 1;
  return pixels.reduce((sum, at) => sum + (mask.data[at] ?? 0), 0) / pixels.length;
}

function area({ data }: Mask): number {
  return data.reduce((sum, value) => sum + value, 0);
}
