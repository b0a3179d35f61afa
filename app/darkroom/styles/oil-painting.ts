import { resizePhoto, softBlur } from "../opencv/filters.ts";
import { type LumaChroma, splitColour } from "../pixels/luma-chroma.ts";
import { clamp, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { formFlow } from "./flow.ts";
import { clouds } from "./planes-noise.ts";
import { blurColour, mixColours, smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";
import { type PaintedRow, type Rows, paintRows, sheetToPaint } from "./sheet.ts";
import { bareSkin, meansOverSkin, openedForSkin } from "./hold-skin.ts";
import type { PaintLayer } from "./stroke-brush.ts";
import { paintStrokes, type Round } from "./strokes.ts";

export function paintOil(original: Seen, strength: number): Photo {
  const seen = { ...original, plain: inOwnLight(original) };
  const { sheet, sheetUnit } = sheetToPaint(seen);
  const bare = bareSkin(seen);
  const body = softBlur(bare, 2 * seen.unit);
  const colour = richColour(seen, body);
  const subject = { colour, flow: strokeFlow(seen, colour), finest: finestBrush(seen, sheet), care: seen.focus };
  const layer = paintStrokes(subject, sheet, {
    rounds: roundsFor(sheetUnit, 0.5 + 0.5 * strength, seen.unit),
    unevenLuma: 0.034,
    unevenColour: 0.018,
  });
  const tone = skinCorrection(seen, layer, bare);
  return light(sheet, sheetUnit, layer, { ...tone, body }, strength);
}

function inOwnLight(seen: Seen): LumaChroma {
  const opened = openedForSkin(seen);
  return opened > 0 ? mixColours(seen.plain, seen.colour, () => opened) : seen.plain;
}

const rounds: readonly Round[] = [
  { size: 46, step: 42, length: 190, blur: 12, tolerance: 0, thickness: 1 },
  { size: 25, step: 20, length: 115, blur: 5.5, tolerance: 0.07, thickness: 1 },
  { size: 14, step: 10.5, length: 64, blur: 2.6, tolerance: 0.06, thickness: 1 },
  { size: 8, step: 6, length: 36, blur: 1.2, tolerance: 0.065, thickness: 0.7 },
  { size: 5, step: 3.8, length: 20, blur: 0.5, tolerance: 0.065, thickness: 0.5 },
  { size: 3.3, step: 2.5, length: 11, blur: 0, tolerance: 0.07, thickness: 0.35 },
  { size: 2.4, step: 1.8, length: 7, blur: 0, tolerance: 0.07, thickness: 0.25 },
];
const leastBrush = 1.3;

function roundsFor(sheetUnit: number, breadth: number, unit: number): Round[] {
  return rounds
    .map((round) => {
      const scale = sheetUnit * (round.size > 10 ? breadth : 1);
      const { size, step, length } = round;
      return { ...round, size: size * scale, step: step * scale, length: length * scale, blur: round.blur * unit };
    })
    .filter(({ size }) => size >= leastBrush);
}

function richColour({ plain, colour, face, hair, unit }: Seen, body: Plane): LumaChroma {
  const calm = smoothGuided(plain, blurColour(plain, unit), { reach: 5 * unit, range: 0.25, rounds: 2 });
  const about = softBlur(plain.luma, 3 * unit);
  const fuller = (own: number, at: number) => own * (1.25 - 0.19 * (body.data[at] ?? 0));
  return {
    luma: mapPlane(calm.luma, (own, at) => {
      const outside = 1 - (body.data[at] ?? 0);
      const opened =
        own + 0.4 * outside * (1 - (hair.data[at] ?? 0)) * ((colour.luma.data[at] ?? 0) - (plain.luma.data[at] ?? 0));
      const contrast = outside * opened * (1 - opened) * (opened - 0.45);
      const crisp = 0.7 * (face.data[at] ?? 0) * ((plain.luma.data[at] ?? 0) - (about.data[at] ?? 0));
      return clamp(0.02, opened + contrast + crisp, 1);
    }),
    blueness: mapPlane(calm.blueness, fuller),
    redness: mapPlane(calm.redness, (own, at) => {
      const warmBlack = 0.015 * smoothstep(0.22, 0.03, calm.luma.data[at] ?? 0) * (1 - (body.data[at] ?? 0));
      return fuller(own, at) + warmBlack;
    }),
  };
}

/** Strokes follow the form, and turn slowly in plain areas. */
function strokeFlow({ unit, face, focus }: Seen, colour: LumaChroma) {
  const { width, height } = colour.luma;
  const angles = clouds({ width, height, wave: 260 * unit, seed: 7, octaves: 2 });
  return formFlow(colour, {
    sigma: 4 * unit,
    far: 22 * unit,
    loose: (at) => ({
      angle: 0.9 + 1.5 * (angles.data[at] ?? 0),
      weight: 0.004 * (1 - 0.95 * (face.data[at] ?? 0)) * (1 - 0.6 * (focus.data[at] ?? 0)),
    }),
  });
}

const [faceBrush, markBrush] = [0.021, 0.01];

function finestBrush({ faces, face, focus, marks, owner, sheet, sheetUnit }: Seen, painted: Photo): Plane {
  const shrunk = painted.width / sheet.width;
  const pixel = sheetUnit * shrunk;
  const broadest = 9 * pixel;
  return mapPlane(focus, (matters, at) => {
    const elsewhere = (13 - 10 * matters) * pixel;
    const size = (faces[owner[at] ?? 0]?.size ?? 0) * shrunk;
    const onFace = face.data[at] ?? 0;
    if (onFace < 0.05 || size === 0) return elsewhere;
    const share = faceBrush + (markBrush - faceBrush) * (marks.data[at] ?? 0);
    return elsewhere + (Math.min(broadest, size * share) - elsewhere) * onFace;
  });
}

function skinCorrection({ plain, canvas, unit }: Seen, { width, height, rgb }: PaintLayer, bare: Plane): LumaChroma {
  const painting = { width, height, data: new Uint8Array(rgb.buffer) };
  const painted = splitColour(resizePhoto(painting, canvas), { red: 1, green: 1, blue: 1 });
  const meanOf = meansOverSkin(bare, unit);
  const missing = (name: keyof LumaChroma) =>
    meanOf(mapPlane(plain[name], (own, at) => own - (painted[name].data[at] ?? 0)));
  return { luma: missing("luma"), blueness: missing("blueness"), redness: missing("redness") };
}

const [reliefContrast, shine] = [0.4, 0.25];

function light(
  sheet: Photo,
  sheetUnit: number,
  layer: PaintLayer,
  planes: Record<"luma" | "blueness" | "redness" | "body", Plane>,
  strength: number,
): Photo {
  const weave = 1.25 / Math.max(0.6, sheetUnit);
  const depth = 0.3 + 0.7 * strength;
  return paintRows(sheet, planes, strength ** 0.8, (y, rows, into) => lightRow(layer, y, weave, depth, rows, into));
}

function lightRow(
  { width, height, rgb, relief }: PaintLayer,
  y: number,
  weave: number,
  depth: number,
  rows: Rows<"luma" | "blueness" | "redness" | "body">,
  into: PaintedRow,
): void {
  const [above, below] = [y > 0 ? -width : 0, y < height - 1 ? width : 0];
  for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
    const left = relief[x > 0 ? at - 1 : at] ?? 0;
    const right = relief[x < width - 1 ? at + 1 : at] ?? 0;
    const rise = right - left + (relief[at + below] ?? 0) - (relief[at + above] ?? 0);
    const red = (rgb[at * 3] ?? 0) / 255;
    const green = (rgb[at * 3 + 1] ?? 0) / 255;
    const blue = (rgb[at * 3 + 2] ?? 0) / 255;
    const own = rows.body[x] ?? 0;
    const lit = depth * (1 - 0.5 * own) * clamp(-0.5, rise / 255, 0.5);
    const luma = 0.299 * red + 0.587 * green + 0.114 * blue;
    const thin = smoothstep(110, 40, relief[at] ?? 0);
    const threads = Math.sin(x * weave) * Math.cos(y * 0.31) + Math.sin(y * weave) * Math.cos(x * 0.31);
    const corrected = luma + own * (rows.luma[x] ?? 0);
    into.luma[x] =
      corrected * (1 + reliefContrast * lit) + 0.05 * lit + Math.max(0, lit - 0.12) * shine + 0.01 * threads * thin;
    const vivid = 1 + 0.2 * lit;
    into.blueness[x] = ((blue - luma) / 1.772) * vivid + own * (rows.blueness[x] ?? 0);
    into.redness[x] = ((red - luma) / 1.402) * vivid + own * (rows.redness[x] ?? 0);
  }
}
