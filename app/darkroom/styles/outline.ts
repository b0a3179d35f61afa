import { type Size, withMats } from "../opencv/filters.ts";
import { openCv } from "../opencv/opencv.ts";
import { emptyPlane, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Mat } from "@techstark/opencv-js";
import type { Point } from "../vision/faces.ts";

export interface Outline {
  readonly map: Plane;
  /** 0 to 1; below 0.5 no style cuts along it. */
  readonly trust: number;
}

const largestHole = 0.002;
/** Least area relative to the largest part, without faces. */
const leastPart = 0.08;

export function outlineOfSubject(map: Plane, face: Plane, hasFaces: boolean): Outline {
  const parts = connectedParts(map, (value) => value > 0.35);
  const isKeptPart = mainParts(parts, face, hasFaces);
  const holes = connectedParts(map, (value) => value <= 0.65);
  const smallHole = holes.areas.map((area) => area < largestHole * map.data.length);
  let [kept, lost, vague, faceIn, faceAll] = [1, 0, 0, 0, 0];
  const whole = emptyPlane(map.width, map.height);
  for (let at = 0; at < map.data.length; at += 1) {
    const own = map.data[at] ?? 0;
    const inPart = isKeptPart[parts.labels[at] ?? 0] === true;
    const inHole = own <= 0.65 && smallHole[holes.labels[at] ?? 0] === true;
    whole.data[at] = inHole ? Math.max(own, 0.9) : inPart || own <= 0.35 ? own : Math.min(own, 0.3);
    if (own > 0.5) {
      if (inPart) kept += 1;
      else lost += 1;
      if (own < 0.85) vague += 1;
    }
    if ((face.data[at] ?? 0) > 0.9) {
      faceAll += 1;
      if (own > 0.5) faceIn += 1;
    }
  }
  const seesFaces = faceAll === 0 ? 1 : smoothstep(0.75, 0.95, faceIn / faceAll);
  const trust =
    smoothstep(0.35, 0.15, lost / kept) *
    smoothstep(0.4, 0.22, vague / kept) *
    seesFaces *
    largeEnough(kept / map.data.length);
  return { map: trust < 0.5 ? map : whole, trust };
}

const largeEnough = (share: number) => smoothstep(0.008, 0.02, share) * smoothstep(0.97, 0.9, share);

interface Parts {
  readonly labels: Int32Array;
  readonly areas: readonly number[];
}

/** Part 0 is everything outside, of infinite area. */
export function connectedParts(map: Plane, isInside: (value: number) => boolean): Parts {
  const cv = openCv();
  return withMats((keep) => {
    const mask = keep(new cv.Mat(map.height, map.width, cv.CV_8UC1));
    const bytes: Uint8Array = mask.data;
    for (let at = 0; at < bytes.length; at += 1) bytes[at] = isInside(map.data[at] ?? 0) ? 255 : 0;
    const labels = keep(new cv.Mat());
    const count = cv.connectedComponents(mask, labels, 4, cv.CV_32S);
    const labelData = labels.data32S.slice();
    const areas = new Array<number>(count).fill(0);
    for (let at = 0; at < labelData.length; at += 1) {
      const label = labelData[at] ?? 0;
      areas[label] = (areas[label] ?? 0) + 1;
    }
    areas[0] = Infinity;
    return { labels: labelData, areas };
  });
}

/** `most`: the share of the map's area below which a hole is filled. */
export function withoutHoles(map: Plane, most: number): Plane {
  const { labels, areas } = connectedParts(map, (value) => value < 0.5);
  return mapPlane(map, (own, at) => ((areas[labels[at] ?? 0] ?? Infinity) < most * map.data.length ? 1 : own));
}

function mainParts({ labels, areas }: Parts, face: Plane, hasFaces: boolean): boolean[] {
  const largest = Math.max(0, ...areas.slice(1));
  const least = hasFaces ? 0.25 : leastPart;
  const isMain = areas.map((area, label) => label > 0 && area >= least * largest);
  if (!hasFaces) return isMain;
  for (let at = 0; at < labels.length; at += 3) {
    const label = labels[at] ?? 0;
    if (label > 0 && (face.data[at] ?? 0) > 0.9) isMain[label] = true;
  }
  return isMain;
}

/** OpenCV takes sixteenths of a pixel. */
const fractionBits = 4;

/** 1 inside, antialiased. `scale` maps points to plane px; `grow` widens in px. */
export function fillOutlines(
  outlines: readonly (readonly Point[])[],
  size: Size,
  scale: number,
  grow: (outline: number) => number = () => 0,
): Plane {
  if (outlines.length === 0) return emptyPlane(size.width, size.height);
  const cv = openCv();
  return withMats((keep) => {
    const filled: Mat = keep(new cv.Mat(size.height, size.width, cv.CV_8UC1, new cv.Scalar(0, 0, 0, 0)));
    const white = new cv.Scalar(255, 255, 255, 255);
    for (const [index, outline] of outlines.entries()) {
      const points = outline.flatMap(({ x, y }) => [fixed(x * scale), fixed(y * scale)]);
      const rows = keep(new cv.MatVector());
      rows.push_back(keep(cv.matFromArray(outline.length, 1, cv.CV_32SC2, points)));
      cv.fillPoly(filled, rows, white, cv.LINE_AA, fractionBits);
      const thickness = Math.round(2 * grow(index));
      if (thickness > 0) cv.polylines(filled, rows, true, white, thickness, cv.LINE_AA, fractionBits);
    }
    const plane = emptyPlane(size.width, size.height);
    const bytes: Uint8Array = filled.data;
    for (let at = 0; at < bytes.length; at += 1) plane.data[at] = (bytes[at] ?? 0) / 255;
    return plane;
  });
}

const fixed = (value: number): number => Math.round(Math.min(30_000, Math.max(-30_000, value)) * 2 ** fractionBits);
