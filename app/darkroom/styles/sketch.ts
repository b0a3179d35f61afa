import { softBlur } from "../opencv/filters.ts";
import { clamp, emptyPlane, inRanges, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { type Flow, formFlow, type FormFlow, smoothAlong } from "./flow.ts";
import { type PaintedRow, paintRows, paperTooth, type PaperTooth, type Rows, sheetToPaint, toothRow } from "./sheet.ts";
import { darkLines, tidyLines } from "./ink.ts";
import { clouds, randomAt } from "./planes-noise.ts";
import { blurColour, mixColours, smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";
import { bareSkin } from "./hold-skin.ts";

const [paper, graphite] = [0.966, 0.13];

const [crossedFrom, crossedBy] = [0.35, 0.75];

/** Draws double contours, and hatching along the form, crossed in dark areas. */
export function paintSketch(seen: Seen, strength: number): Photo {
  const { unit, colour } = seen;
  const { sheet, sheetUnit } = sheetToPaint(seen);
  const form = formFlow(blurColour(colour, 1.2 * unit), { sigma: 4 * unit, far: 20 * unit });
  const tone = sketchTone(seen);
  const planes = {
    tone,
    first: hatching(seen, form, { angle: -0.85, pull: 0.4, seed: 3, from: 0.02 }, tone),
    second: hatching(seen, form, { angle: 0.35, pull: 0.25, seed: 4, from: crossedFrom }, tone),
    line: contours(seen, form),
    edge: looseEdge(seen, strength),
    body: softBlur(bareSkin(seen), 2 * unit),
    blueness: colour.blueness,
    redness: colour.redness,
  };
  const tooth = paperTooth(4 * sheetUnit, 15);
  const tint = 0.9 * (1 - smoothstep(0.3, 1, strength));
  return paintRows(sheet, planes, Math.min(1, 1.15 * strength ** 0.9), (y, rows, into) => {
    drawRow(tooth, toothRow(tooth, y), tint, rows, into);
  });
}

type PencilRows = Rows<"tone" | "first" | "second" | "line" | "edge" | "body" | "blueness" | "redness">;

function drawRow(tooth: PaperTooth, toothAt: number, tint: number, rows: PencilRows, into: PaintedRow): void {
  for (let x = 0; x < into.luma.length; x += 1) {
    const pit = tooth.data[toothAt + (x % tooth.side)] ?? 0;
    const grip = 0.5 + 0.5 * pit;
    const one = rows.first[x] ?? 0;
    const edge = rows.edge[x] ?? 0;
    const ending = smoothstep(0, 0.35, edge - 0.5 + 0.5 * one);
    const tone = (rows.tone[x] ?? 0) * ending;
    const stroke = 0.75 * one + 0.25 * grip;
    const cross = 0.75 * (rows.second[x] ?? 0) + 0.25 * grip;
    const laid = smoothstep(0.68 - 0.62 * tone, 1.16 - 0.62 * tone, stroke);
    const crossed = smoothstep(0.86 - 0.62 * tone, 1.2 - 0.62 * tone, cross);
    // Smudged pencil.
    const body = rows.body[x] ?? 0;
    const rubbed = tone * (0.36 + 0.3 * body);
    const hatch =
      (0.48 - 0.2 * body) * laid * smoothstep(0.02, 0.3, tone) +
      0.36 * crossed * smoothstep(crossedFrom, crossedBy, tone);
    const drawn = clamp(0, rubbed + hatch, 1);
    const lined = 1 - (1 - drawn) * (1 - (rows.line[x] ?? 0) * ending * (0.72 + 0.28 * grip));
    const dark = clamp(0, lined * (0.86 + 0.2 * pit * (1 - lined)), 0.97);
    const coloured = tint * smoothstep(0.05, 0.5, dark + 0.2);
    into.luma[x] = paper + 0.012 * pit + (graphite - paper - 0.012 * pit) * dark;
    into.blueness[x] = -0.008 + ((rows.blueness[x] ?? 0) + 0.008) * coloured;
    into.redness[x] = 0.005 + ((rows.redness[x] ?? 0) - 0.005) * coloured;
  }
}

function contours(seen: Seen, form: Flow): Plane {
  const { canvas, colour, plain, unit, face, marks, focus, subject, subjectKind } = seen;
  const matters = subjectKind === "none" ? focus : subject;
  const broad = darkLines(softBlur(colour.luma, unit), form, { width: 1.5 * unit, reach: 10 * unit });
  const bold = tidyLines(
    mapPlane(broad, (own, at) => own * (1 - 0.65 * (face.data[at] ?? 0)) * (0.7 + 0.4 * (matters.data[at] ?? 0))),
    { low: 0.01, high: 0.035, least: 40 * unit },
  );
  const tight = formFlow(blurColour(colour, unit), { sigma: 1.8 * unit, far: 9 * unit });
  const thin = darkLines(plain.luma, tight, { width: 0.85 * unit, reach: 5 * unit });
  const fine = tidyLines(
    mapPlane(thin, (own, at) => own * (1 + 0.5 * (marks.data[at] ?? 0) - 0.35 * (face.data[at] ?? 0))),
    { low: 0.012, high: 0.04, least: 12 * unit },
  );
  const shift = clouds({ ...canvas, wave: 90 * unit, seed: 8, octaves: 2 }).data;
  const hand = clouds({ ...canvas, wave: 60 * unit, seed: 5, octaves: 3 }).data;
  return mapPlane(bold, (own, at) => {
    const away = 2 * (shift[at] ?? 0);
    const fromX = clamp(0, Math.round((at % canvas.width) + unit * (2.2 + away)), canvas.width - 1);
    const fromY = clamp(0, Math.round(Math.floor(at / canvas.width) + unit * (away - 1.6)), canvas.height - 1);
    const again = bold.data[fromY * canvas.width + fromX] ?? 0;
    const pressure = 1 + 0.4 * (hand[at] ?? 0);
    const cared = focus.data[at] ?? 0;
    const line =
      0.55 * pressure * smoothstep(0.01, 0.036, own) +
      0.28 * pressure * (1 - 0.5 * cared) * smoothstep(0.008, 0.04, again) +
      (0.38 + 0.32 * cared) * smoothstep(0.01, 0.035, fine.data[at] ?? 0);
    return clamp(0, line, 1);
  });
}

function looseEdge({ canvas, unit, subject }: Seen, strength: number): Plane {
  const { width, height } = canvas;
  const uneven = clouds({ width, height, wave: 80 * unit, seed: 91, octaves: 3 }).data;
  const wide = 0.05 * Math.min(width, height) * smoothstep(0.3, 1, strength);
  const edge = emptyPlane(width, height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const fromEdge = Math.min(x, width - 1 - x, y, height - 1 - y);
      const kind = 0.5 * (subject.data[at] ?? 0);
      edge.data[at] = wide > 0 ? clamp(0, (fromEdge / wide) * (1 + 0.6 * (uneven[at] ?? 0)) + kind, 1) : 1;
    }
  }
  return edge;
}

export interface Hatch {
  /** Radians, and the pull towards the form, 0 to 1. */
  readonly angle: number;
  readonly pull: number;
  readonly seed: number;
  readonly from: number;
}

const strokeReach = 16;

/** Hatching, 0 to 1: straight on faces, along hair. */
function hatching(seen: Seen, form: FormFlow, hatch: Hatch, tone: Plane): Plane {
  const { canvas, unit } = seen;
  const grain = emptyPlane(canvas.width, canvas.height);
  for (let y = 0; y < canvas.height; y += 1) throwRow(grain, y, hatch.seed);
  const reach = Math.max(2, Math.round(strokeReach * unit));
  const strokes = smoothAlong(grain, slopeOfHand(seen, form, hatch), reach, (at) => (tone.data[at] ?? 0) > hatch.from);
  const contrast = 0.24 * Math.sqrt(12 * (2 * reach + 1));
  return mapPlane(strokes, (own) => clamp(0, 0.5 + (own - 0.5) * contrast, 1));
}

function throwRow({ width, data }: Plane, y: number, seed: number): void {
  for (let x = 0; x < width; x += 1) data[y * width + x] = randomAt(x, y, seed);
}

function slopeOfHand(seen: Seen, form: FormFlow, hatch: Hatch): Flow {
  const { canvas, unit } = seen;
  const sway = clouds({ ...canvas, wave: 190 * unit, seed: hatch.seed + 20, octaves: 2 }).data;
  const slope = { across: emptyPlane(canvas.width, canvas.height), down: emptyPlane(canvas.width, canvas.height) };
  inRanges(sway.length, (from, to) => turnHand(seen, form, hatch, sway, slope, from, to));
  return slope;
}

function turnHand(
  { face, hair }: Seen,
  form: FormFlow,
  { angle, pull }: Hatch,
  sway: Float32Array,
  { across, down }: Flow,
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const own = angle + 0.35 * (sway[at] ?? 0);
    const handX = Math.cos(own);
    const handY = Math.sin(own);
    const formX = form.across.data[at] ?? 0;
    const formY = form.down.data[at] ?? 0;
    const turn = formX * handX + formY * handY < 0 ? -1 : 1;
    const towards = pull * (0.3 + (form.sureness.data[at] ?? 0)) * (1 - 0.8 * (face.data[at] ?? 0));
    const share = clamp(0, towards + 0.75 * (hair.data[at] ?? 0), 1);
    const x = handX + (formX * turn - handX) * share;
    const y = handY + (formY * turn - handY) * share;
    const length = Math.sqrt(x * x + y * y) || 1;
    across.data[at] = x / length;
    down.data[at] = y / length;
  }
}

/** Mean pencil tone of the lightest and the darkest skin. */
const [lightSkin, darkSkin] = [0.2, 0.52];
/** Contrast on skin. */
const skinShading = 1.15;

/** Tone, 0 paper to 1 pencil, relative to the surroundings; faces stay light enough to read. */
function sketchTone(seen: Seen): Plane {
  const { colour, plain, unit, face, hair, focus, subject, subjectKind, marks } = seen;
  const soft = softBlur(face, 4 * unit);
  // Opened shadows would turn dark hair grey.
  const lit = mixColours(colour, plain, (at) => Math.max(0.25, soft.data[at] ?? 0, hair.data[at] ?? 0));
  const calm = smoothGuided(lit, blurColour(colour, 1.2 * unit), {
    reach: 5 * unit,
    range: 0.2,
    rounds: 2,
    edgeWeight: mapPlane(face, (own) => 0.8 + 1.2 * own),
  }).luma;
  const wide = softBlur(calm, 38 * unit);
  const near = softBlur(calm, 9 * unit);
  const hasSubject = subjectKind !== "none";
  const tone = mapPlane(calm, (luma, at) => {
    const around = wide.data[at] ?? 0;
    const close = near.data[at] ?? 0;
    const against = 0.42 - 0.95 * (luma - around);
    const absolute = 0.95 * (1 - luma);
    // Amplifies small differences in the dark.
    const form = 0.45 * (close - luma) + (0.28 * (close - luma)) / (close + 0.12);
    const mean = 1.2 * (0.4 * against + 0.6 * absolute) + form - 0.12;
    const matters = hasSubject ? Math.max(subject.data[at] ?? 0, soft.data[at] ?? 0) : (focus.data[at] ?? 0) * 1.2;
    // Unimportant places fade.
    const drawn = hasSubject ? 0.55 + 0.45 * clamp(0, matters, 1) : 0.75 + 0.25 * clamp(0, matters, 1);
    return clamp(0, mean + 0.22 * smoothstep(0.4, 0.75, mean), 1) * drawn;
  });
  const bare = bareSkin(seen);
  const limited = limitSkinTone(tone, calm, plain.luma, bare, unit);
  return mapPlane(limited, (own, at) => {
    const onFace = soft.data[at] ?? 0;
    const detail = (near.data[at] ?? 0) - (calm.data[at] ?? 0);
    return clamp(0, own + 0.5 * onFace * (marks.data[at] ?? 0) * Math.max(0, detail), 1);
  });
}

function limitSkinTone(tone: Plane, calm: Plane, luma: Plane, bare: Plane, unit: number): Plane {
  const reach = 30 * unit;
  const amount = softBlur(bare, reach);
  const meanOf = (plane: Plane) =>
    softBlur(
      mapPlane(plane, (own, at) => own * (bare.data[at] ?? 0)),
      reach,
    );
  const shades = meanOf(calm);
  const lumas = meanOf(luma);
  const soft = softBlur(bare, 2 * unit);
  return mapPlane(tone, (own, at) => {
    const share = soft.data[at] ?? 0;
    if (share < 0.01) return own;
    const mean = (shades.data[at] ?? 0) / ((amount.data[at] ?? 0) + 1e-3);
    const lightness = (lumas.data[at] ?? 0) / ((amount.data[at] ?? 0) + 1e-3);
    const aim = darkSkin + (lightSkin - darkSkin) * smoothstep(0.12, 0.75, lightness);
    // Amplifies small differences in the dark.
    const gain = skinShading * clamp(1, 0.55 / (mean + 0.05), 2.5);
    const shaded = clamp(0.05, aim + gain * (mean - (calm.data[at] ?? 0)), 0.9);
    return own + share * (shaded - own);
  });
}
