import { softBlur } from "../opencv/filters.ts";
import { clamp, emptyPlane, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { type Flow, formFlow, type FormFlow, smoothAlong } from "./flow.ts";
import { paperTooth, toothRow } from "./sheet.ts";
import { darkLines, tidyLines } from "./planes-lines.ts";
import { clouds, randomAt } from "./planes-noise.ts";
import { blurColour } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";
import { paintRows, sheetToPaint } from "./sheet-rows.ts";
import { bareSkin } from "./skin-and-hair.ts";
import { sketchTone } from "./sketch-tone.ts";

const [paper, graphite] = [0.966, 0.13];

const [crossedFrom, crossedBy] = [0.35, 0.75];

/** Double contours, and hatching along the form, crossed in the dark. */
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
    const toothAt = toothRow(tooth, y);
    for (let x = 0; x < sheet.width; x += 1) {
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
      // Rubbed soft.
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
  });
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
  /** Radians; turn towards the form, 0 to 1. */
  readonly angle: number;
  readonly pull: number;
  readonly seed: number;
  readonly from: number;
}

const strokeReach = 16;

/** 0 to 1; straight on faces, along hair. */
function hatching(seen: Seen, form: FormFlow, hatch: Hatch, tone: Plane): Plane {
  const { canvas, unit } = seen;
  const grain = emptyPlane(canvas.width, canvas.height);
  for (let at = 0; at < grain.data.length; at += 1) {
    grain.data[at] = randomAt(at % canvas.width, Math.floor(at / canvas.width), hatch.seed);
  }
  const reach = Math.max(2, Math.round(strokeReach * unit));
  const strokes = smoothAlong(grain, slopeOfHand(seen, form, hatch), reach, (at) => (tone.data[at] ?? 0) > hatch.from);
  const contrast = 0.24 * Math.sqrt(12 * (2 * reach + 1));
  return mapPlane(strokes, (own) => clamp(0, 0.5 + (own - 0.5) * contrast, 1));
}

function slopeOfHand({ canvas, unit, face, hair }: Seen, form: FormFlow, { angle, pull, seed }: Hatch): Flow {
  const sway = clouds({ ...canvas, wave: 190 * unit, seed: seed + 20, octaves: 2 }).data;
  const [across, down] = [emptyPlane(canvas.width, canvas.height), emptyPlane(canvas.width, canvas.height)];
  for (let at = 0; at < across.data.length; at += 1) {
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
  return { across, down };
}
