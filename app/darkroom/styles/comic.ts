import { softBlur } from "../opencv/filters.ts";
import { mapPlane, type Plane } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { clamp, smoothstep } from "../pixels/smoothstep.ts";
import { cleanFaces } from "./clean-faces.ts";
import { drawFaces, type FacePen } from "./drawn-faces.ts";
import { limitSkinChange } from "./hold-skin.ts";
import { inkLines } from "./ink.ts";
import type { Shade } from "./palette.ts";
import { smoothNoise } from "./planes-noise.ts";
import { flatShapes, shadesOfFaces, type Shapes, shapeRows } from "./planes-shapes.ts";
import { blurColour, smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";
import { paintSheet, sheetReader } from "./sheet.ts";

const pen: FacePen = {
  least: 90,
  ink: "#0d0b0c",
  eye: 0.85,
  larger: 1,
  open: 0.02,
  iris: 0.25,
  vivid: 1.2,
  lash: 0.8,
  lower: 0.9,
  crease: 1,
  brow: 1.1,
  nose: 1.3,
  mouth: 1.2,
  chin: 1.2,
};

const [dotPitch, misprint] = [11, 3];
const dotAngle = 0.35;

/** Ink, solid blacks, few colours off register, and halftone dots. */
export async function paintComic(seen: Seen, strength: number): Promise<Photo> {
  const { unit, sheet, face, focus } = seen;
  const first = blurColour(seen.colour, 1.6 * unit);
  const edgeWeight = mapPlane(face, (own, at) => 0.8 + 0.9 * own + 0.3 * (focus.data[at] ?? 0));
  const calm = smoothGuided(seen.colour, first, { reach: 12 * unit, range: 0.16, rounds: 2, edgeWeight });
  const flat = cleanFaces(smoothGuided(calm, first, { reach: 26 * unit, range: 0.16, rounds: 2, edgeWeight }), seen, {
    least: pen.least,
    bare: false,
    share: 0.7,
  });
  const hasSubject = seen.subjectKind !== "none";
  const shapes = flatShapes(flat, seen, {
    shades: { background: hasSubject ? 8 : 14, subject: 8, ...shadesOfFaces(seen, 1) },
    tone: seen.faces.length > 0 ? 0.45 : 0.8,
  });
  const tone = softBlur(flat.luma, 1.2 * unit);
  const blacks = findBlacks(seen, tone);
  const shapeRow = shapeRows(shapes, sheet, { shadeOf: printedColour(shapes, blacks) });
  const feathered = smoothGuided({ luma: blacks.ink, blueness: tone, redness: tone }, flat, {
    reach: 6 * unit,
    range: 0.3,
    rounds: 1,
  }).luma;
  const ink = inkLines(seen, first, {
    calm: 6,
    width: 1.7,
    flow: 2.6,
    least: 40,
    onFaces: 0.6,
    at: () => 1,
    drawsMarks: false,
  });
  const grain = smoothNoise({
    width: Math.ceil(sheet.width / 2),
    height: Math.ceil(sheet.height / 2),
    wave: Math.max(1, 3 * seen.sheetUnit),
    seed: 7,
    octaves: 2,
  });
  const read = sheetReader(seen, [ink, feathered, tone, softBlur(seen.skin, 1.5 * unit), grain]);
  const overlay = await drawFaces(seen, pen);
  const printed = new Float32Array(sheet.width * 3);
  const slip = Math.round(misprint * seen.sheetUnit * strength);
  const darkness = dotsOf(seen);
  const painting = paintSheet(
    seen,
    strength,
    (y, into) => {
      shapeRow(Math.max(0, y - Math.round(slip * 0.7)), printed);
      const [lines, blackness, tones, skins, grains] = read(y);
      for (let x = 0, to = 0; x < sheet.width; x += 1, to += 3) {
        const from = Math.max(0, x - slip) * 3;
        const skin = skins?.[x] ?? 0;
        const shade = clamp(0, 1 - (tones?.[x] ?? 0) * (1.08 + 0.12 * skin), 1);
        const dot = darkness(x, y, shade);
        const deep = 0.5 - 0.2 * skin;
        const luma = (printed[from] ?? 0) * (1 - deep * dot) * (0.985 + 0.015 * (grains?.[x] ?? 0));
        const line = Math.max(smoothstep(-0.02, 0.06, blackness?.[x] ?? 0), smoothstep(0.012, 0.03, lines?.[x] ?? 0));
        into[to] = luma + (0.045 - luma) * line;
        // Yellowed paper.
        into[to + 1] = ((printed[from + 1] ?? 0) * (1 + 0.15 * dot) - 0.012) * (1 - line);
        into[to + 2] = ((printed[from + 2] ?? 0) * (1 + (0.15 + 0.15 * skin) * dot) + 0.008) * (1 - line);
      }
    },
    overlay,
  );
  return limitSkinChange(seen, painting);
}

/** Light and loud; a night's dark becomes blue. */
function printedColour(
  { palette, kinds }: Shapes,
  { night, blackSubject }: { night: number; blackSubject: number },
): (shade: number) => Shade {
  return (shade) => {
    const [luma, blueness, redness] = palette[shade] ?? [0, 0, 0];
    const kind = kinds[shade] ?? "background";
    const light = Math.max(0.02, luma);
    const louder = (kind === "skin" ? 1.3 : 1.9) * Math.min(1.6, 0.75 + 0.25 / light);
    const most = 0.3 / Math.max(0.3, Math.hypot(blueness * louder, redness * louder));
    const blue = (1 - smoothstep(0.12, 0.3, luma)) * (kind === "background" ? night : blackSubject * 0.6);
    const mixed = (own: number, aim: number) => own * louder * most * (1 - blue) + aim * blue;
    // Skin keeps its lightness; the rest compensates the dots.
    const printed = kind === "skin" ? 0.1 + 0.94 * luma : 0.42 + 0.56 * smoothstep(0.02, 0.85, luma);
    return [printed, mixed(blueness, 0.17), mixed(redness, -0.06)];
  };
}

function dotsOf({ sheetUnit }: Seen): (x: number, y: number, shade: number) => number {
  const pitch = Math.max(3, dotPitch * sheetUnit);
  const [across, down] = [Math.cos(dotAngle) / pitch, Math.sin(dotAngle) / pitch];
  const soft = 0.66 / pitch;
  return (x, y, shade) => {
    const column = x * across + y * down;
    const row = y * across - x * down;
    const off = Math.hypot(column - Math.floor(column) - 0.5, row - Math.floor(row) - 0.5);
    return smoothstep(soft, -soft, off - Math.sqrt(shade) * 0.62) * smoothstep(0.1, 0.2, shade);
  };
}

export interface Blacks {
  readonly ink: Plane;
  /** Dark share of background and subject, 0 to 1: a whole night is blue, not black. */
  readonly night: number;
  readonly blackSubject: number;
}

/** Luma. */
const dark = 0.2;

function findBlacks({ subject, skin, face, unit }: Seen, tone: Plane): Blacks {
  const wide = softBlur(tone, 45 * unit);
  const night = smoothstep(
    0.22,
    0.5,
    darkShare(tone, (at) => (subject.data[at] ?? 0) < 0.5),
  );
  const subjectDark = darkShare(tone, (at) => (subject.data[at] ?? 0) > 0.5);
  const blackSubject = night * smoothstep(0.65, 0.8, subjectDark);
  const ink = mapPlane(tone, (own, at) => {
    const inSubject = (subject.data[at] ?? 0) > 0.5;
    const onSkin = skin.data[at] ?? 0;
    const least = 0.2 - 0.09 * onSkin - 0.25 * (inSubject ? blackSubject : night);
    const ofSurroundings = (0.62 - 0.22 * Math.max(onSkin, face.data[at] ?? 0)) * (inSubject ? 1 : 1 - night);
    const here = Math.max((least - own) * 5, ((wide.data[at] ?? 0) * ofSurroundings - own) * 3.5);
    return here * (own < 0.45 ? 1 : 0.3);
  });
  return { ink, night, blackSubject };
}

function darkShare({ data }: Plane, counts: (at: number) => boolean): number {
  let [places, darkPlaces] = [0, 0];
  for (let at = 0; at < data.length; at += 5) {
    if (!counts(at)) continue;
    places += 1;
    if ((data[at] ?? 0) < dark) darkPlaces += 1;
  }
  return places === 0 ? 0 : darkPlaces / places;
}
