import { softBlur } from "../opencv/filters.ts";
import { mapPlane } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { clamp, smoothstep } from "../pixels/smoothstep.ts";
import { cleanFaces } from "./clean-faces.ts";
import { drawFaces, type FacePen } from "./drawn-faces.ts";
import { edgeFlow } from "./flow.ts";
import { paintGouache } from "./gouache.ts";
import { limitSkinChange } from "./hold-skin.ts";
import { inkLines } from "./ink.ts";
import { clouds } from "./planes-noise.ts";
import { flatShapes, shadesOfFaces, shapeRows } from "./planes-shapes.ts";
import { blurColour, smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";
import { paintSheet, sheetReader } from "./sheet.ts";

const pen: FacePen = {
  least: 56,
  ink: "#3a2620",
  eye: 1,
  larger: 1.06,
  open: 0.05,
  iris: 0.27,
  vivid: 1.2,
  lash: 0.7,
  lower: 0.5,
  crease: 0.5,
  brow: 0.95,
  nose: 0.9,
  mouth: 0.85,
  chin: 0.8,
};

export async function paintGhibli(seen: Seen, strength: number): Promise<Photo> {
  const { unit, sheet, face, focus, subject } = seen;
  const isPainted = seen.subjectKind !== "none" && seen.trust > 0.3;
  const first = blurColour(seen.colour, 1.3 * unit);
  const edgeWeight = mapPlane(face, (own, at) => 0.75 + 0.8 * own + 0.3 * (focus.data[at] ?? 0));
  const calm = smoothGuided(seen.colour, first, { reach: 12 * unit, range: 0.17, rounds: 2, edgeWeight });
  const flat = cleanFaces(smoothGuided(calm, first, { reach: 20 * unit, range: 0.15, rounds: 2, edgeWeight }), seen, {
    least: pen.least,
    bare: true,
    share: 0.75,
  });
  const flow = edgeFlow(flat.luma, Math.max(1, 2.6 * unit));
  const shapes = flatShapes(flat, seen, { shades: { background: 6, subject: 12, ...shadesOfFaces(seen) }, tone: 1.2 });
  const shapeRow = shapeRows(shapes, sheet, { shadeOf: (shade) => shapes.palette[shade] ?? [0, 0, 0] });
  const within = isPainted ? subject : mapPlane(subject, () => 0);
  const detail = smoothGuided(seen.colour, first, { reach: 5 * unit, range: 0.25, rounds: 1 });
  const ground = paintGouache(
    seen,
    detail,
    flow,
    mapPlane(within, (own) => 1 - own),
  );
  const ink = inkLines(seen, first, {
    calm: 7,
    width: 1.2,
    flow: 2.4,
    least: 34,
    onFaces: 0.4,
    at: isPainted ? (at) => 0.45 + 0.75 * (subject.data[at] ?? 0) : (at) => 0.55 + 0.5 * (focus.data[at] ?? 0),
    drawsMarks: true,
  });
  const glow = softBlur(
    mapPlane(flat.luma, (own) => Math.max(0, own - 0.62)),
    40 * unit,
  );
  const air = clouds({ ...seen.canvas, wave: Math.max(4, 150 * unit), seed: 91, octaves: 2 });
  const read = sheetReader(seen, [
    ink,
    within,
    flat.luma,
    flat.blueness,
    flat.redness,
    glow,
    air,
    seen.skin,
    ground.luma,
    ground.blueness,
    ground.redness,
    seen.sky ?? air,
  ]);
  const overlay = await drawFaces(seen, { ...pen, larger: 1 + 0.06 * strength, open: 0.05 * strength });
  const lit = [0, 0, 0];
  const painting = paintSheet(
    seen,
    strength,
    (y, into) => {
      shapeRow(y, into);
      const down = y / sheet.height;
      const [lines, inside, flatLuma, flatBlue, flatRed, glows, airs, skins, luma, blueness, redness, skies] = read(y);
      for (let x = 0, to = 0; x < sheet.width; x += 1, to += 3) {
        const own = inside?.[x] ?? 0;
        const blend = (shape: number, soft: number, painted: number) =>
          painted + (shape + (soft - shape) * 0.25 - painted) * own;
        warm(
          lit,
          blend(into[to] ?? 0, flatLuma?.[x] ?? 0, luma?.[x] ?? 0),
          blend(into[to + 1] ?? 0, flatBlue?.[x] ?? 0, blueness?.[x] ?? 0),
          blend(into[to + 2] ?? 0, flatRed?.[x] ?? 0, redness?.[x] ?? 0),
        );
        const skin = skins?.[x] ?? 0;
        const across = x / sheet.width;
        const sun = Math.max(0, 1 - Math.sqrt(across * across + down * down) * 1.1);
        const haze =
          clamp(0, 0.6 * (glows?.[x] ?? 0) + 0.015 + 0.025 * (airs?.[x] ?? 0) + 0.16 * sun, 1) * (1 - 0.65 * own);
        let tone = (lit[0] ?? 0) + (0.97 - (lit[0] ?? 0)) * haze;
        let blue = (lit[1] ?? 0) * (1 - 0.15 * skin) * (1 - 0.5 * haze) - 0.05 * haze;
        let red = (lit[2] ?? 0) * (1 - 0.06 * skin) * (1 - 0.5 * haze) + 0.02 * haze;
        if (seen.sky) {
          const share = 0.8 * (skies?.[x] ?? 0);
          const low = clamp(0, down * 1.8 + 0.12 * (airs?.[x] ?? 0), 1);
          tone += (0.7 + 0.25 * low - tone) * share;
          blue += (0.1 - 0.13 * low - blue) * share;
          red += (-0.13 + 0.15 * low - red) * share;
        }
        const line = 0.8 * smoothstep(0.012, 0.036, lines?.[x] ?? 0);
        into[to] = tone * (1 - 0.8 * line) + 0.02 * line;
        into[to + 1] = blue * (1 - 0.5 * line) - 0.015 * line;
        into[to + 2] = red * (1 - 0.4 * line) + 0.02 * line;
      }
    },
    overlay,
  );
  return limitSkinChange(seen, painting);
}

function warm(into: number[], luma: number, blueness: number, redness: number): void {
  const lit = clamp(0, luma + 0.22 * luma * (1 - luma) + 0.015, 1);
  const dark = smoothstep(0.4, 0.03, lit);
  const light = smoothstep(0.45, 0.95, lit);
  const green = smoothstep(0.015, -0.07, redness) * smoothstep(0.03, -0.06, blueness);
  const sky = smoothstep(0.01, 0.1, blueness) * smoothstep(0.03, -0.05, redness);
  into[0] = clamp(0, lit + 0.035 * dark + 0.03 * sky + 0.03 * green, 1);
  into[1] = blueness * (1.42 + 0.3 * green + 0.25 * sky) - 0.022 * light * (1 - sky) + 0.022 * dark;
  into[2] = redness * (1.4 + 0.2 * green) + 0.013 * light * (1 - sky) - 0.014 * dark - 0.014 * green;
}
