import { mostNearby, type Size } from "../opencv/filters.ts";
import { emptyPlane, mapPlane, mostOf, type Plane, product, smoothstep, without } from "../pixels/plane.ts";
import { connectedParts } from "./outline.ts";
import type { SeenFace } from "./seeing.ts";

/** From this share of the skin's tone on, a place is part of a beard. */
const bearded = 0.1;

interface HairPlaces {
  readonly cap: Plane;
  readonly beard: Plane;
  /** Where short hair cannot hang from the cap; null without short hair. */
  readonly low: Plane | null;
}

/**
 * Keeps hair that is connected to the `cap`, and the ends of long beards: a larger part below a beard is a dark collar
 * or a shirt.
 */
export function hairOfHeads(hair: Plane, { cap, beard, low }: HairPlaces): Plane {
  const nearBeard = mostNearby(beard, 1);
  const beardArea = beard.data.reduce((area, own) => area + (own > bearded ? 1 : 0), 0);
  const ofHeads = (part: Plane) => {
    const { labels, areas } = connectedParts(part, (value) => value > 0.3);
    const [onCap, belowBeard] = [areas.map(() => false), areas.map(() => false)];
    for (let at = 0; at < labels.length; at += 1) {
      const label = labels[at] ?? 0;
      if (label === 0) continue;
      if ((cap.data[at] ?? 0) > 0.6) onCap[label] = true;
      if ((nearBeard.data[at] ?? 0) > bearded) belowBeard[label] = true;
    }
    const isKept = areas.map((area, label) => onCap[label] || (belowBeard[label] && area < beardArea));
    return mapPlane(part, (own, at) => (isKept[labels[at] ?? 0] ? own : 0));
  };
  return low ? mostOf(ofHeads(without(hair, low)), ofHeads(product(hair, low))) : ofHeads(hair);
}

/** Face sizes from a face's centre: beside the cheeks hangs long hair, and nothing of short hair below the chin. */
const [besideFrom, besideTo, belowChin] = [0.5, 0.7, 0.42];
const cheekBands = [-0.15, 0.02, 0.19, 0.36] as const;
/** Mean share of hair beside each band of a cheek, at the fuller side, below which hair is short. */
const longHair = 0.25;

function hangsLong(hair: Plane, face: SeenFace, scale: number): boolean {
  const bands = cheekBands.slice(1);
  const sums = [...bands, ...bands].map(() => ({ hair: 0, places: 1e-6 }));
  forPlacesAround(face, hair, { scale, reach: 1 }, (at, across, down) => {
    if (Math.abs(across) < besideFrom || Math.abs(across) > besideTo || down < cheekBands[0]) return;
    const band = bands.findIndex((below) => down < below);
    const sum = band < 0 ? undefined : sums[band + (across < 0 ? 0 : bands.length)];
    if (!sum) return;
    sum.hair += hair.data[at] ?? 0;
    sum.places += 1;
  });
  const shares = sums.map((sum) => sum.hair / sum.places);
  const least = (from: number) => Math.min(...shares.slice(from, from + bands.length));
  return Math.max(least(0), least(bands.length)) >= longHair;
}

/**
 * Below the ears' tops short hair ends at these sides of the head, and narrows down to the nape; a bald head's hair is
 * no wider than its ears.
 */
const [shortTo, besideHead, narrowing, baldTo] = [0.52, 0.05, 0.6, 0.5];
/** The middle of a head above the forehead, and the mean share of hair below which it is bald. */
const [middle, aboveForehead, bald] = [0.25, [-0.85, -0.55] as const, 0.15];

function isBald(hair: Plane, face: SeenFace, scale: number): boolean {
  let [sum, places] = [0, 1e-6];
  forPlacesAround(face, hair, { scale, reach: 1 }, (at, across, down) => {
    if (Math.abs(across) > middle || down < aboveForehead[0] || down > aboveForehead[1]) return;
    sum += hair.data[at] ?? 0;
    places += 1;
  });
  return sum / places < bald;
}

/** Where the clothes below short hair or a bald head may touch it; null if all hair is long. */
export function belowShortHair(
  hair: Plane,
  faces: readonly SeenFace[],
  scale: number,
  owner: Uint8Array,
): Plane | null {
  const isBare = faces.map((face) => isBald(hair, face, scale));
  const isLong = faces.map((face, index) => !isBare[index] && hangsLong(hair, face, scale));
  if (!isLong.includes(false)) return null;
  const low = emptyPlane(hair.width, hair.height);
  for (const [index, face] of faces.entries()) {
    if (isLong[index]) continue;
    forPlacesAround(face, hair, { scale, reach: 3 }, (at, across, down) => {
      const most = shortTo - narrowing * (down - besideHead);
      const outside = isBare[index] ? Math.abs(across) > baldTo : down > besideHead && Math.abs(across) > most;
      if (owner[at] === index && (down > belowChin || outside)) low.data[at] = 1;
    });
  }
  return low;
}

/** Places beside the faces, where hair may be of the skin's colour: blond, red and brown hair. */
export function sidesOf(faces: readonly SeenFace[], size: Size, scale: number): Plane {
  const sides = emptyPlane(size.width, size.height);
  for (const face of faces)
    forPlacesAround(face, sides, { scale, reach: 1.2 }, (at, across, down) => {
      const beside = smoothstep(0.37, 0.53, Math.abs(across));
      sides.data[at] = Math.max(sides.data[at] ?? 0, beside * smoothstep(0.6, 0.4, Math.abs(down)));
    });
  return sides;
}

/** Calls `visit` with each place and its distance from the face's centre, in face sizes, along the turned face's axes. */
function forPlacesAround(
  { centre, size, turn }: SeenFace,
  { width, height }: Size,
  { scale, reach }: { scale: number; reach: number },
  visit: (at: number, across: number, down: number) => void,
): void {
  const [x0, y0, length] = [centre.x * scale, centre.y * scale, size * scale];
  const far = reach * length;
  const [left, right] = [Math.max(0, Math.floor(x0 - far)), Math.min(width - 1, Math.ceil(x0 + far))];
  const [top, bottom] = [Math.max(0, Math.floor(y0 - far)), Math.min(height - 1, Math.ceil(y0 + far))];
  const [cos, sin] = [Math.cos(turn) / length, Math.sin(turn) / length];
  for (let y = top; y <= bottom; y += 1)
    for (let x = left; x <= right; x += 1)
      visit(y * width + x, (x - x0) * cos + (y - y0) * sin, (y - y0) * cos - (x - x0) * sin);
}
