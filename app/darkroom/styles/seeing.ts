import sharp from "sharp";
import { resizePhoto, resizePlane, type Size, sizeWithin, softBlur } from "../opencv/filters.ts";
import { type LumaChroma, splitColour } from "../pixels/luma-chroma.ts";
import { clamp, emptyPlane, inRanges, type Plane } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import type { Face } from "../vision/faces.ts";
import { facesInFocus } from "../vision/out-of-focus.ts";
import type { Sight } from "../vision/sight.ts";
import { eyesAreClosed, eyesAreHidden, isCovered } from "./face-colours.ts";
import { eyeOutlines, faceOval, type Landmarks, lips, outlineOf, ringOf } from "./face-outlines.ts";
import { weaveOf } from "./fabric.ts";
import { withCleanFringe, withoutGlare } from "./hair.ts";
import { fillOutlines, outlineOfSubject } from "./outline.ts";
import { findSkinAndHair } from "./skin-and-hair.ts";
import { smoothGuided } from "./planes-smooth.ts";
import { openSky } from "./sky.ts";
import { openTones, preservePeople } from "./tones.ts";

export interface SeenFace extends Face {
  readonly eyesHidden: boolean;
  readonly eyesClosed: boolean;
}

/** Planes have the canvas's size, faces the sheet's. */
export interface Seen {
  readonly sheet: Photo;
  /** Px. */
  readonly canvas: Size;
  /** Canvas px per sheet px. */
  readonly scale: number;
  /** Canvas px per 1/940 of the longer side. */
  readonly unit: number;
  /** Sheet px per 1/1600 of the longer side. */
  readonly sheetUnit: number;
  readonly plain: LumaChroma;
  /** With opened shadows. */
  readonly colour: LumaChroma;
  /** Darkness, 0 to 1. */
  readonly gloom: number;
  readonly faces: readonly SeenFace[];
  readonly subjectKind: "people" | "thing" | "none";
  readonly subject: Plane;
  /** Below 0.5 no style cuts along the outline. */
  readonly trust: number;
  readonly skin: Plane;
  readonly hair: Plane;
  /** Share of the skin's tone that beards take away. */
  readonly beard: Plane | null;
  readonly weave: Plane | null;
  readonly face: Plane;
  readonly marks: Plane;
  readonly focus: Plane;
  readonly owner: Uint8Array;
  /** Null when there are faces. */
  readonly sky: Plane | null;
}

/** Px: analysis runs at this size, drawing at the sheet's. */
export const canvasSide = 940;
/** Pixels of a 3:2 working copy; a squarer copy gets as many, at the same cost. */
const canvasPixels = 880 * 587;
const leastSheet = 960;
/** Pixels of the largest 3:2 photo; a squarer photo is drawn smaller and enlarged. */
const sheetPixels = 1920 * 1280;

const seenOf = new WeakMap<Sight, Map<number, Promise<Seen>>>();

/**
 * Runs once per sight and side for all styles; 0.5 s of CPU at 1920 px plus the networks. Small photos get a sheet of
 * twice their size. The canvas has `pixels` at most.
 */
export function seeForPainting(sight: Sight, side?: number, pixels = canvasPixels): Promise<Seen> {
  const longest = side ?? sheetSideFor(sight.photo);
  const bySide = seenOf.get(sight) ?? new Map<number, Promise<Seen>>();
  seenOf.set(sight, bySide);
  const known = bySide.get(longest);
  if (known) return known;
  const seeing = see(sight, longest, pixels);
  bySide.set(longest, seeing);
  return seeing;
}

export function sheetSideFor({ width, height }: Size, pixels = sheetPixels): number {
  const longest = Math.max(width, height);
  const most = Math.floor(longest * Math.min(1, Math.sqrt(pixels / (width * height))));
  return Math.max(most, Math.min(2 * longest, leastSheet));
}

async function see(sight: Sight, longest: number, pixels: number): Promise<Seen> {
  const sheet = await resampled(sight.photo, sizeOf(sight.photo, longest));
  const canvas = sizeWithin(sheet, canvasSide, pixels);
  const scale = canvas.width / sheet.width;
  const found = await roughSubject(sight, canvas);
  const faces = facesInFocus(sight.photo, found.faces)
    .map((face) => onSheet(face, sheet, sheet.width / sight.photo.width))
    .filter(({ landmarks, size }) => !isCovered(sheet, landmarks, Math.max(1, Math.round(0.02 * size))))
    .filter(({ landmarks }) => !isMisplaced(landmarks, found.map, scale));
  const unit = Math.max(canvas.width, canvas.height) / canvasSide;
  const plain = splitColour(resizePhoto(sheet, canvas), { red: 1, green: 1, blue: 1 });
  const tones = openTones(plain, unit);
  const hasFaces = faces.length > 0;
  const face = fillOutlines(
    faces.map(({ landmarks }) => outlineOf(landmarks, faceOval)),
    canvas,
    scale,
  );
  const parts = hasFaces
    ? findSkinAndHair({ colour: plain, faces, scale, unit, rough: found.map, face })
    : withoutPeople(found, plain, unit);
  const isEmpty = !hasFaces && found.kind === "none";
  const { map: subject, trust } = isEmpty
    ? { map: found.map, trust: 0 }
    : outlineOfSubject(parts.person, face, hasFaces);
  const faceSize = scale * Math.max(0, ...faces.map(({ size }) => size));
  const preserved = preservePeople(tones, plain, parts);
  const colour = hasFaces
    ? withoutGlare(withCleanFringe(preserved, parts.hair, faceSize), parts, faces.length)
    : preserved;
  return {
    sheet,
    canvas,
    scale,
    unit,
    sheetUnit: longest / 1600,
    plain,
    colour,
    gloom: tones.gloom,
    faces,
    subjectKind: hasFaces ? "people" : found.kind,
    subject,
    trust: hasFaces || found.confidence >= certainThing ? trust : 0,
    skin: parts.skin,
    hair: parts.hair,
    beard: parts.beard,
    weave: parts.weave,
    face,
    marks: marksOf(faces, canvas, scale),
    focus: focusOf(colour.luma, { subject, face, unit, hasSubject: hasFaces }),
    owner: parts.owner,
    sky: hasFaces ? null : openSky(colour, unit),
  };
}

/** Uses libvips, because OpenCV's WebAssembly takes five times as long and holds both copies in its memory. */
export async function resampled(photo: Photo, { width, height }: Size): Promise<Photo> {
  if (photo.width === width && photo.height === height) return photo;
  const raw = { width: photo.width, height: photo.height, channels: 3 } as const;
  const data = await sharp(photo.data, { raw })
    .resize(width, height, { fit: "fill", kernel: "cubic" })
    .raw()
    .toBuffer();
  return { width, height, data };
}

const sizeOf = ({ width, height }: Size, longest: number): Size => {
  const times = longest / Math.max(width, height);
  return { width: Math.max(1, Math.round(width * times)), height: Math.max(1, Math.round(height * times)) };
};

function onSheet(face: Face, sheet: Photo, times: number): SeenFace {
  const landmarks = face.landmarks.map(({ x, y }) => ({ x: x * times, y: y * times }));
  return {
    ...face,
    landmarks,
    centre: { x: face.centre.x * times, y: face.centre.y * times },
    size: face.size * times,
    eyesHidden: eyesAreHidden(sheet, landmarks),
    eyesClosed: eyesAreClosed(sheet, landmarks),
  };
}

/** Shares of a face's oval outside the person: between them, the mesh does not fit; above both, the net is wrong. */
const [misplacedFrom, missedFrom] = [0.05, 0.2];
const outsideBelow = 0.08;

/** True if the landmarks reach beyond a profile, whose other eye would be drawn on the wall. */
function isMisplaced(landmarks: Landmarks, map: Plane, scale: number): boolean {
  const oval = fillOutlines([outlineOf(landmarks, faceOval)], map, scale);
  let [area, beside] = [1e-6, 0];
  for (let at = 0; at < oval.data.length; at += 1) {
    const share = oval.data[at] ?? 0;
    area += share;
    if ((map.data[at] ?? 0) < outsideBelow) beside += share;
  }
  return beside > misplacedFrom * area && beside < missedFrom * area;
}

/** Below this, subjects in 37 photos without a face were incomplete: one tree of two, a hat without its head. */
const certainThing = 0.75;

interface Rough {
  kind: Seen["subjectKind"];
  map: Plane;
  confidence: number;
  faces: readonly Face[];
}

async function roughSubject(sight: Sight, canvas: Size): Promise<Rough> {
  const [subject, all] = [await sight.subject(), await sight.faces()];
  if (subject) {
    const kind = subject.kind === "person" ? "people" : "thing";
    const faces = subject.faces.length > 0 ? subject.faces : all;
    return { kind, map: resizePlane(subject.map, canvas), confidence: subject.confidence, faces };
  }
  if (all.length > 0) {
    return { kind: "people", map: resizePlane(await sight.people(), canvas), confidence: 1, faces: all };
  }
  return { kind: "none", map: emptyPlane(canvas.width, canvas.height), confidence: 0, faces: all };
}

/** Canvas px at 940: single hairs are finer; the stripes of fur and the lines of a car are wider than threads. */
const [finestMark, widerThanThreads] = [1.6, 3];

function withoutPeople({ kind, map }: Rough, colour: LumaChroma, unit: number) {
  const none = emptyPlane(map.width, map.height);
  const parts = {
    person: none,
    skin: none,
    hair: none,
    beard: null,
    weave: null as Plane | null,
    owner: new Uint8Array(map.data.length),
  };
  if (kind === "none") return parts;
  const smooth = smoothGuided({ luma: map, blueness: map, redness: map }, colour, {
    reach: 12 * unit,
    range: 0.16,
    rounds: 2,
  });
  const soft = softBlur(colour.luma, finestMark * unit);
  return { ...parts, person: smooth.luma, weave: weaveOf(soft, smooth.luma, widerThanThreads * unit) };
}

const markMargin = 0.022;

function marksOf(faces: readonly SeenFace[], canvas: Size, scale: number): Plane {
  const sizes: number[] = [];
  const outlines = faces.flatMap(({ landmarks, eyesHidden, size }) => {
    const ring = (one: readonly number[], other: readonly number[]) =>
      ringOf(outlineOf(landmarks, one), outlineOf(landmarks, other));
    const mouth = ring(lips.top, lips.bottom);
    const marks = eyesHidden
      ? [mouth]
      : [mouth, ...eyeOutlines.flatMap(({ upper, lower, brow }) => [ring(upper, lower), ring(brow[0], brow[1])])];
    sizes.push(...marks.map(() => size));
    return marks;
  });
  return fillOutlines(outlines, canvas, scale, (index) => markMargin * (sizes[index] ?? 0) * scale);
}

function focusOf(
  luma: Plane,
  { subject, face, unit, hasSubject }: { subject: Plane; face: Plane; unit: number; hasSubject: boolean },
): Plane {
  const edges = emptyPlane(luma.width, luma.height);
  for (let y = 1; y < luma.height - 1; y += 1) edgeRow(luma, y, edges.data);
  const busy = softBlur(edges, 18 * unit);
  const soft = softBlur(face, 6 * unit);
  const ofBusy = hasSubject ? 0.45 : 0.8;
  let most = 1e-6;
  inRanges(busy.data.length, (from, to) => {
    most = mostIn(busy.data, most, from, to);
  });
  const focus = emptyPlane(luma.width, luma.height);
  inRanges(focus.data.length, (from, to) => {
    combineFocus(busy.data, most, ofBusy, { subject, soft }, focus.data, from, to);
  });
  return focus;
}

function edgeRow({ width, data }: Plane, y: number, edges: Float32Array): void {
  for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
    const across = Math.abs((data[at + 1] ?? 0) - (data[at - 1] ?? 0));
    const down = Math.abs((data[at + width] ?? 0) - (data[at - width] ?? 0));
    edges[at] = Math.min(0.15, across + down);
  }
}

function mostIn(values: Float32Array, least: number, from: number, to: number): number {
  let most = least;
  for (let at = from; at < to; at += 1) most = Math.max(most, values[at] ?? 0);
  return most;
}

function combineFocus(
  busy: Float32Array,
  most: number,
  ofBusy: number,
  { subject, soft }: { subject: Plane; soft: Plane },
  focus: Float32Array,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const detail = clamp(0, ((busy[at] ?? 0) / most) * 1.2, 1) * ofBusy;
    focus[at] = Math.max(detail, 0.55 * (subject.data[at] ?? 0), soft.data[at] ?? 0);
  }
}
