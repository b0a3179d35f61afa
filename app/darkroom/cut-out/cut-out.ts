import { type Region, type Size } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { emptyPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Face } from "../vision/faces.ts";
import { type Subject, widerMap } from "../vision/find-subject.ts";
import { findMutilation, shareOfBusts } from "../vision/gate.ts";
import { facesInFocus } from "../vision/out-of-focus.ts";
import { mapSizeOf, meanOfFace } from "../vision/people-map.ts";
import type { Sight } from "../vision/sight.ts";
import { drawMatte, type Matte } from "./matte.ts";
import { regionWithin } from "../vision/soft-map.ts";

export interface CutOut {
  foreground: Photo;
  alpha: Plane;
  /** The subject's, also beyond a drawn box. */
  faces: readonly Face[];
  /** Certainty that this is the whole subject, 0 to 1. */
  confidence: number;
}

/** Most cut-outs below this confidence are wrong. */
export const unclearBelow = 0.3;
/** From this confidence on, no warning appears. */
export const sureFrom = 0.6;
/** Confidence when only the box is known. */
const byBoxAlone = 0.1;
/** Above this share of busts, the networks have missed a crowd's bodies. */
const mostBusts = 0.4;

/**
 * `edges`: 0 sharp to 100 very smooth. Everything outside `box` is background; without a find, cuts out the box's oval.
 * Empty with confidence 0 if there is no subject or the cut-out would mutilate it.
 */
export async function cutOut(sight: Sight, { edges, box }: { edges: number; box?: Box | undefined }): Promise<CutOut> {
  const { photo } = sight;
  const empty = { foreground: photo, alpha: emptyPlane(photo.width, photo.height), faces: [], confidence: 0 };
  const frame = box && frameOf(box, photo);
  const subject = await sight.subject(frame);
  if (!subject) {
    if (!frame) return empty;
    const faces = await sight.faces();
    return { ...drawMatte(photo, ovalMap(photo, frame), edges), faces, confidence: byBoxAlone };
  }
  const people = [...subject.faces, ...lostFriends(await sight.faces(), subject, photo)];
  const faces = people.filter((face) => !frame || liesIn(face, frame));
  const isWhole = ({ alpha }: Matte) => findMutilation({ ...mapsOf(subject), alpha, photo, faces, frame }) === null;
  const drawn = drawMatte(photo, subject.map, edges, faces);
  const whole = isWhole(drawn) ? drawn : drawMatte(photo, widerMap(subject), edges, faces);
  if (whole !== drawn && !isWhole(whole)) return empty;
  const sureness = whole === drawn ? subject.confidence : Math.min(subject.confidence, sureFrom);
  const busts = frame ? 0 : shareOfBusts({ alpha: whole.alpha, photo, faces });
  return { ...whole, faces: people, confidence: busts > mostBusts ? Math.min(sureness, byBoxAlone) : sureness };
}

/** Least size of a friend's face as a share of the subject's largest, and its least sureness. */
const [friendSize, sureFriend] = [0.7, 0.7];

/** Large, sharp faces of people that the search has dropped from the subject. */
function lostFriends(faces: readonly Face[], { faces: own, people }: Subject, photo: Photo): Face[] {
  const largest = Math.max(...own.map(({ size }) => size));
  const isFriend = (face: Face) =>
    !own.includes(face) &&
    face.sureness >= sureFriend &&
    face.size > friendSize * largest &&
    meanOfFace(people, face, photo) > 0.5;
  return faces.some(isFriend) ? facesInFocus(photo, faces).filter(isFriend) : [];
}

function mapsOf({ kind, people, salient }: Subject): { people: Plane | null; salient: Plane | null } {
  return { people: kind === "person" ? people : null, salient };
}

function liesIn({ centre, size }: Face, { left, top, width, height }: Region): boolean {
  const [right, bottom] = [left + width, top + height];
  const inside = (at: number, from: number, to: number) => at - size / 2 >= from && at + size / 2 <= to;
  return inside(centre.x, left, right) && inside(centre.y, top, bottom);
}

function ovalMap(photo: Photo, frame: Region): Plane {
  const { width, height } = mapSizeOf(photo);
  const map = emptyPlane(width, height);
  for (let y = 0, at = 0; y < height; y += 1) {
    const down = (((y + 0.5) * photo.height) / height - frame.top) / frame.height - 0.5;
    for (let x = 0; x < width; x += 1, at += 1) {
      const across = (((x + 0.5) * photo.width) / width - frame.left) / frame.width - 0.5;
      map.data[at] = smoothstep(1.1, 0.9, 2 * Math.hypot(across, down));
    }
  }
  return map;
}

/** Percent of the photo's width and height. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

const margin = 0.03;

/** Whole px. */
export function frameOf({ left, top, width, height }: Box, photo: Size): Region {
  const [across, down] = [photo.width / 100, photo.height / 100];
  return regionWithin(
    {
      left: (left - margin * width) * across,
      top: (top - margin * height) * down,
      width: width * (1 + 2 * margin) * across,
      height: height * (1 + 2 * margin) * down,
    },
    photo,
  );
}
