import { softBlur } from "../opencv/filters.ts";
import { emptyPlane, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { formFlow } from "./flow.ts";
import { paperTooth, toothRow } from "./sheet.ts";
import { darkLines, tidyLines } from "./planes-lines.ts";
import { clouds } from "./planes-noise.ts";
import type { Seen } from "./seeing.ts";
import { paintRows, sheetToPaint } from "./sheet-rows.ts";
import { depthOfTone, layWashes, mixTones, paperLuma } from "./watercolor-washes.ts";

const paper = { luma: paperLuma, blueness: -0.008, redness: 0.004 };

/** Washes with wavering outlines and rims, thin lines, a torn margin. */
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
  return paintRows(sheet, planes, strength ** 0.85, (y, rows, into) => {
    const toothAt = toothRow(tooth, y);
    const toothAbove = toothRow(tooth, y + tooth.side - 1);
    for (let x = 0; x < sheet.width; x += 1) {
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
  });
}

/** Finer in faces. */
function brushLines({ canvas, colour, unit, face, marks }: Seen): Plane {
  const flow = formFlow(colour, { sigma: 2 * unit, far: 11 * unit });
  const broad = darkLines(colour.luma, flow, { width: 1.25 * unit, reach: 6 * unit });
  const fine = darkLines(colour.luma, flow, { width: 0.8 * unit, reach: 3 * unit });
  const pressure = clouds({ ...canvas, wave: 60 * unit, seed: 81, octaves: 2 }).data;
  const both = mapPlane(broad, (own, at) => {
    const onFace = face.data[at] ?? 0;
    const drawn = own * (0.8 + 0.5 * (pressure[at] ?? 0)) * (1 - 0.75 * onFace);
    return Math.max(drawn, (fine.data[at] ?? 0) * onFace * (0.25 + 0.9 * (marks.data[at] ?? 0)));
  });
  return tidyLines(both, { low: 0.012, high: 0.035, least: 14 * unit });
}

const [margin, marginFrom] = [0.045, 0.45];

function paintedField({ canvas, unit, subject, subjectKind }: Seen, strength: number): Plane {
  const { width, height } = canvas;
  const torn = clouds({ width, height, wave: 70 * unit, seed: 71, octaves: 4 }).data;
  const wide = margin * Math.min(width, height) * smoothstep(marginFrom, 1, strength);
  const sparing = subjectKind === "none" ? 0 : 0.2;
  const field = emptyPlane(width, height);
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const fromEdge = Math.min(x, width - 1 - x, y, height - 1 - y);
      field.data[at] =
        wide > 0 ? fromEdge - wide * (1 - 0.75 * (torn[at] ?? 0) - sparing * (subject.data[at] ?? 0)) : 30 * unit;
    }
  }
  return field;
}
