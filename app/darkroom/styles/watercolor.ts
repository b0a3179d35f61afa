import { softBlur } from "../opencv/filters.ts";
import { clamp, emptyPlane, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { formFlow } from "./flow.ts";
import { type PaintedRow, type PaperTooth, type Rows, paintRows, paperTooth, sheetToPaint, toothRow } from "./sheet.ts";
import { darkLines, tidyLines } from "./ink.ts";
import { clouds } from "./planes-noise.ts";
import type { Seen } from "./seeing.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { blurColour, mixColours, smoothGuided } from "./planes-smooth.ts";
import { bareSkin, meansOverSkin, openedForSkin } from "./hold-skin.ts";

export interface Washes {
  readonly colour: LumaChroma;
  readonly own: Plane;
  /** About -0.3 to 1. */
  readonly rim: Plane;
  /** Depth added so that skin keeps its tone. */
  readonly body: Plane;
  readonly skinDepth: Plane;
}

const waver = 3;
const steps = 6;
const stepEdge = 0.1;

const paperLuma = 0.978;
const ofSkinTone = 0.55;

/** Dark hair keeps all shadows. */
const leastPlain = 0.25;

function toneOfWash(luma: number): number {
  const level = clamp(0, luma, 1) * steps;
  const below = Math.floor(level);
  return (below + smoothstep(0.5 - stepEdge, 0.5 + stepEdge, level - below)) / steps;
}

const deepest = 3;

/** Optical depth; paler away from the focus. */
function depthOfTone(luma: number, focus: number): number {
  const paler = 0.03 + 0.16 * (1 - focus) * (1 - luma) + 0.22 * luma * (1 - luma);
  const depth = -Math.log(clamp(0.05, luma + paler, 1));
  return deepest * (1 - Math.exp(-depth / deepest)) * (0.86 + 0.14 * focus);
}

function layWashes(seen: Seen, strength: number): Washes {
  const { plain, colour, unit, face, focus, hair, marks } = seen;
  const bare = bareSkin(seen);
  const body = softBlur(bare, 2 * unit);
  const soft = softBlur(face, 4 * unit);
  const ofOpened = openedForSkin(seen);
  const lit = mixColours(colour, plain, (at) =>
    Math.max(leastPlain, (body.data[at] ?? 0) * (1 - ofOpened), hair.data[at] ?? 0),
  );
  const flat = flatten(lit, seen, soft);
  const about = softBlur(lit.luma, 2.5 * unit);
  const crisp = mapPlane(flat.luma, (own, at) => {
    const detail = (lit.luma.data[at] ?? 0) - (about.data[at] ?? 0);
    return own + detail * (soft.data[at] ?? 0) * (0.2 + 0.7 * (marks.data[at] ?? 0));
  });
  const washed = wavering({ ...flat, luma: crisp }, seen, soft, waver * (0.4 + 0.6 * strength));
  const own = mapPlane(soft, (onFace, at) => 0.32 + 0.33 * onFace + 0.1 * (body.data[at] ?? 0));
  const tone = mapPlane(washed.luma, (luma, at) => mixTones(luma, own.data[at] ?? 0));
  const missing = mapPlane(bare, (onSkin, at) => {
    if (onSkin === 0) return 0;
    const depth = depthOfTone(tone.data[at] ?? 0, focus.data[at] ?? 0);
    const photo = -Math.log(clamp(0.05, (lit.luma.data[at] ?? 0) / paperLuma, 1));
    return photo > depth ? ofSkinTone * (photo - depth) : photo - depth;
  });
  const skinDepth = meansOverSkin(bare, unit)(missing);
  return { colour: washed, own, rim: rimsOf(tone, washed, unit), body, skinDepth };
}

function mixTones(luma: number, own: number): number {
  const wash = toneOfWash(luma);
  return wash + (luma - wash) * own;
}

function flatten(lit: LumaChroma, { unit, face, focus }: Seen, soft: Plane): LumaChroma {
  const blurred = blurColour(lit, 1.6 * unit);
  const guide = mixColours(blurred, lit, (at) => 0.8 * (soft.data[at] ?? 0));
  const edgeWeight = mapPlane(face, (own, at) => 0.4 + 1.2 * own + 0.7 * (focus.data[at] ?? 0));
  return smoothGuided(lit, guide, { reach: 30 * unit, range: 0.14, rounds: 3, edgeWeight });
}

function wavering({ luma, blueness, redness }: LumaChroma, { unit }: Seen, soft: Plane, most: number): LumaChroma {
  const { width, height } = luma;
  const across = clouds({ width, height, wave: 28 * unit, seed: 3, octaves: 3 }).data;
  const down = clouds({ width, height, wave: 28 * unit, seed: 13, octaves: 3 }).data;
  const moved = {
    luma: emptyPlane(width, height),
    blueness: emptyPlane(width, height),
    redness: emptyPlane(width, height),
  };
  const wave = { across, down, soft: soft.data, most: most * unit };
  for (let y = 0; y < height; y += 1) moveRow({ luma, blueness, redness }, y, wave, moved);
  return moved;
}

/** Directions, -1 to 1, and the farthest move in px, less where `soft`. */
interface Wave {
  readonly across: Float32Array;
  readonly down: Float32Array;
  readonly soft: Float32Array;
  readonly most: number;
}

function moveRow(colour: LumaChroma, y: number, { across, down, soft, most }: Wave, moved: LumaChroma): void {
  const { width, height } = colour.luma;
  for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
    const far = most * (1 - 0.88 * (soft[at] ?? 0));
    const fromX = clamp(0, x + (across[at] ?? 0) * far, width - 1);
    const fromY = clamp(0, y + (down[at] ?? 0) * far, height - 1);
    moved.luma.data[at] = readAt(colour.luma, fromX, fromY);
    moved.blueness.data[at] = readAt(colour.blueness, fromX, fromY);
    moved.redness.data[at] = readAt(colour.redness, fromX, fromY);
  }
}

function readAt({ width, height, data }: Plane, x: number, y: number): number {
  const left = Math.floor(x);
  const top = Math.floor(y);
  const shareX = x - left;
  const here = top * width + left;
  const right = left < width - 1 ? 1 : 0;
  const below = top < height - 1 ? width : 0;
  const upper = (data[here] ?? 0) * (1 - shareX) + (data[here + right] ?? 0) * shareX;
  const lower = (data[here + below] ?? 0) * (1 - shareX) + (data[here + below + right] ?? 0) * shareX;
  return upper + (lower - upper) * (y - top);
}

function rimsOf(tone: Plane, { blueness, redness }: LumaChroma, unit: number): Plane {
  const step = mapPlane(tone, (own, at) => own + 0.6 * ((blueness.data[at] ?? 0) - (redness.data[at] ?? 0)));
  const near = softBlur(step, unit);
  const far = softBlur(step, 4 * unit);
  return mapPlane(near, (own, at) => clamp(-0.3, ((far.data[at] ?? 0) - own) * 4, 1));
}

const paper = { luma: paperLuma, blueness: -0.008, redness: 0.004 };

/** Paints washes with wavering outlines and rims, thin lines and a torn margin. */
export function paintWatercolor(seen: Seen, strength: number): Photo {
  const { canvas, unit, focus, face } = seen;
  const { sheet, sheetUnit } = sheetToPaint(seen);
  const washes = layWashes(seen, strength);
  const cloudsOf = (wave: number, seed: number, octaves: number) =>
    clouds({ ...canvas, wave: wave * unit, seed, octaves });
  const { body, skinDepth } = washes;
  const plain = mapPlane(softBlur(face, 4 * unit), (own, at) => Math.max(own, body.data[at] ?? 0));
  const shareOf = (plane: Plane, less: number) =>
    mapPlane(plane, (own, at) => own * (1 - less * (plain.data[at] ?? 0)));
  const planes = {
    luma: washes.colour.luma,
    blueness: washes.colour.blueness,
    redness: washes.colour.redness,
    own: washes.own,
    rim: washes.rim,
    skinDepth: mapPlane(skinDepth, (own, at) => own * (body.data[at] ?? 0)),
    line: brushLines(seen),
    pool: shareOf(cloudsOf(95, 31, 4), 0.6),
    drift: shareOf(cloudsOf(150, 35, 3), 0.85),
    field: paintedField(seen, strength),
    hair: seen.hair,
    focus,
    plain,
  };
  const tooth = paperTooth(8 * sheetUnit, 51);
  return paintRows(sheet, planes, strength ** 0.85, (y, rows, into) => layRow(tooth, y, unit, rows, into));
}

type WashRows = Rows<
  | "luma"
  | "blueness"
  | "redness"
  | "own"
  | "rim"
  | "skinDepth"
  | "line"
  | "pool"
  | "drift"
  | "field"
  | "hair"
  | "focus"
  | "plain"
>;

function layRow(tooth: PaperTooth, y: number, unit: number, rows: WashRows, into: PaintedRow): void {
  const toothAt = toothRow(tooth, y);
  const toothAbove = toothRow(tooth, y + tooth.side - 1);
  for (let x = 0; x < into.luma.length; x += 1) {
    const column = x % tooth.side;
    const hill = tooth.data[toothAt + column] ?? 0;
    const slope = hill - (tooth.data[toothAbove + ((x + tooth.side - 1) % tooth.side)] ?? 0);
    const focused = rows.focus[x] ?? 0;
    const plainness = rows.plain[x] ?? 0;
    const rim = rows.rim[x] ?? 0;
    const pool = rows.pool[x] ?? 0;
    const tone = mixTones(rows.luma[x] ?? 0, rows.own[x] ?? 0);
    let depth = depthOfTone(tone, focused) * (1 + 0.2 * (rows.hair[x] ?? 0)) + (rows.skinDepth[x] ?? 0);
    // The lightest washes are bare paper.
    depth *= 0.8 + 0.2 * smoothstep(0, 0.2, depth);
    const full = Math.min(1, depth);
    const pigment = 1 + 0.24 * pool + 0.13 * hill + rim * (rim > 0 ? 0.5 - 0.2 * plainness : 0.25);
    const line = smoothstep(0.011, 0.04, rows.line[x] ?? 0);
    depth = depth * pigment + 0.05 * Math.max(0, rim) + line * (0.1 + 0.2 * depth) + 0.012 * hill * full;
    const field = rows.field[x] ?? 0;
    const inside = smoothstep(-1, 1.5, field / unit + 1.3 * hill);
    const wetEdge = smoothstep(9, 1.5, field / unit) * inside;
    depth = (depth * (1 + 0.28 * wetEdge) + 0.05 * wetEdge) * inside;
    const drift = (rows.drift[x] ?? 0) * full;
    // Indigo instead of black.
    const indigo = smoothstep(0.6, 1.5, depth) * (1 - plainness);
    const fullness = inside * (1.16 - 0.1 * plainness) * (0.9 + 0.1 * smoothstep(0, 0.3, depth)) * (1 - 0.25 * line);
    const shows = 1 - 0.8 * plainness;
    into.luma[x] = paper.luma * Math.exp(-depth) + 0.012 * slope;
    into.blueness[x] = ((rows.blueness[x] ?? 0) + 0.022 * drift + 0.022 * indigo) * fullness + paper.blueness * shows;
    into.redness[x] = ((rows.redness[x] ?? 0) - 0.018 * drift - 0.008 * indigo) * fullness + paper.redness * shows;
  }
}

function brushLines({ canvas, colour, unit, faces, face, marks }: Seen): Plane {
  const flow = formFlow(colour, { sigma: 2 * unit, far: 11 * unit });
  const broad = darkLines(colour.luma, flow, { width: 1.25 * unit, reach: 6 * unit });
  const fine = faces.length > 0 ? darkLines(colour.luma, flow, { width: 0.8 * unit, reach: 3 * unit }) : face;
  const pressure = clouds({ ...canvas, wave: 60 * unit, seed: 81, octaves: 2 }).data;
  const both = mapPlane(broad, (own, at) => {
    const onFace = face.data[at] ?? 0;
    const drawn = own * (0.8 + 0.5 * (pressure[at] ?? 0)) * (1 - 0.75 * onFace);
    return Math.max(drawn, (fine.data[at] ?? 0) * onFace * (0.25 + 0.9 * (marks.data[at] ?? 0)));
  });
  return tidyLines(both, { low: 0.012, high: 0.035, least: 14 * unit });
}

const [margin, marginFrom] = [0.045, 0.45];
/** Share of the margin beside a head, and its distances from the face's centre in face sizes. */
const besideHead = 0.15;
const [headTo, headFrom] = [1.4, 2.2];

/** Px into the painted part of the paper, below 0 on the bare margin, which never cuts into a head. */
function paintedField({ canvas, scale, unit, faces, subject, subjectKind }: Seen, strength: number): Plane {
  const { width, height } = canvas;
  const field = emptyPlane(width, height);
  const wide = margin * Math.min(width, height) * smoothstep(marginFrom, 1, strength);
  if (wide === 0) return { ...field, data: field.data.fill(30 * unit) };
  const torn = clouds({ width, height, wave: 70 * unit, seed: 71, octaves: 4 }).data;
  const sparing = subjectKind === "none" ? 0 : 0.2;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const fromEdge = Math.min(x, width - 1 - x, y, height - 1 - y);
      let share = 1;
      if (fromEdge < 2 * wide) {
        for (const { centre, size } of faces) {
          const away = Math.hypot(x - scale * centre.x, y - scale * centre.y) / (scale * size);
          share = Math.min(share, besideHead + (1 - besideHead) * smoothstep(headTo, headFrom, away));
        }
      }
      field.data[at] = fromEdge - wide * share * (1 - 0.75 * (torn[at] ?? 0) - sparing * (subject.data[at] ?? 0));
    }
  }
  return field;
}
