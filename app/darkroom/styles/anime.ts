import { softBlur } from "../opencv/filters.ts";
import { clamp, mapPlane, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { cleanFaces } from "./clean-faces.ts";
import { drawFaces, type FacePen } from "./drawn-faces.ts";
import { hairSheen, hairStrands } from "./hair.ts";
import { limitSkinChange } from "./hold-skin.ts";
import { inkLines } from "./ink.ts";
import type { Shade } from "./palette.ts";
import { type ColourRow, flatShapes, shadesOfFaces, shapeRows, type Shapes } from "./planes-shapes.ts";
import { blurColour, mixColours, smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";
import { paintSheet, sheetReader } from "./sheet.ts";

const pen: FacePen = {
  ink: "#20161a",
  eye: 1,
  larger: 1.16,
  open: 0.1,
  iris: 0.3,
  vivid: 1.9,
  lash: 1,
  lower: 0.7,
  crease: 0.8,
  brow: 1,
  nose: 0.8,
  mouth: 0.9,
  chin: 0.7,
};

/** Paints cel shading: two or three tones on a painted background, tapered lines, drawn features. */
export async function paintAnime(seen: Seen, strength: number): Promise<Photo> {
  const { unit, sheet, skin, subject, subjectKind } = seen;
  const hasSubject = subjectKind !== "none";
  const first = blurColour(seen.colour, 1.4 * unit);
  const edgeWeight = mapPlane(seen.face, (own, at) => 0.75 + 0.8 * own + 0.3 * (seen.focus.data[at] ?? 0));
  const calm = smoothGuided(seen.colour, first, { reach: 14 * unit, range: 0.16, rounds: 2, edgeWeight });
  const flat = cleanFaces(smoothGuided(calm, calm, { reach: 26 * unit, range: 0.13, rounds: 2, edgeWeight }), seen, {
    bare: true,
    share: 0.35,
  });
  const shapes = flatShapes(flat, seen, {
    shades: { background: hasSubject ? 14 : 20, subject: 10, ...shadesOfFaces(seen) },
    tone: 1.3,
  });
  const shapeRow = shapeRows(shapes, sheet, { shadeOf: (shade) => celShade(shapes, shade) });
  const ink = inkLines(seen, first, {
    calm: 8,
    width: 1.25,
    flow: 2.2,
    least: 34,
    onFaces: 0.4,
    at: hasSubject ? (at) => 0.8 + 0.45 * (subject.data[at] ?? 0) : (at) => 0.8 + 0.5 * (seen.focus.data[at] ?? 0),
    drawsMarks: true,
  });
  const strands = hairStrands(seen, first.luma);
  const sheen = hairSheen(seen, strands);
  const apart = seen.trust > 0.5;
  const behind = apart
    ? mixColours(flat, blurColour(flat, 5 * unit), (at) => 0.55 * (1 - (subject.data[at] ?? 0)))
    : flat;
  const wash = blurColour(behind, unit);
  const bloom = softBlur(
    mapPlane(wash.luma, (own) => Math.max(0, own - 0.7)),
    22 * unit,
  );
  const planes = [
    wash.luma,
    wash.blueness,
    wash.redness,
    ink,
    skin,
    subject,
    sheen,
    bloom,
    strands,
    seen.sky,
    seen.weave,
  ];
  const read = sheetReader(seen, planes);
  const overlay = await drawFaces(seen, { ...pen, larger: 1 + 0.16 * strength, open: 0.1 * strength });
  const painting = paintSheet(
    seen,
    strength,
    (y, into) => {
      shapeRow(y, into);
      const place = { hasSubject, hasSky: seen.sky !== null, down: Math.min(1, (y / sheet.height) * 1.7) };
      paintRow(into, read(y), place);
    },
    overlay,
  );
  return limitSkinChange(seen, painting);
}

interface Place {
  readonly hasSubject: boolean;
  readonly hasSky: boolean;
  /** Share of the way from the sky's top to its foot. */
  readonly down: number;
}

/** Luma on skin: shine would become white patches. */
const mostModelled = 0.12;

/** A plain array would allocate every number that is written. */
const painted = new Float64Array(3);

function paintRow(into: ColourRow, rows: readonly Float32Array[], { hasSubject, hasSky, down }: Place): void {
  const [luma, blueness, redness, lines, skins, subjects, sheens, blooms, locks, skies, weaves] = rows;
  for (let x = 0, to = 0; to < into.length; x += 1, to += 3) {
    const skinHere = skins?.[x] ?? 0;
    const within = hasSubject ? (subjects?.[x] ?? 0) : 0.6;
    const own = (0.7 - 0.56 * within) * (1 - 0.4 * skinHere) + 0.5 * skinHere * within;
    grade(painted, luma?.[x] ?? 0, blueness?.[x] ?? 0, redness?.[x] ?? 0, 1.25 - 0.7 * skinHere);
    const apart = (painted[0] ?? 0) - (into[to] ?? 0);
    const mostApart = 1 - (1 - mostModelled) * skinHere;
    let tone = (into[to] ?? 0) + clamp(-mostApart, apart, mostApart) * own;
    const ownHue = own * (1 - 0.5 * skinHere * smoothstep(mostModelled, 2 * mostModelled, Math.abs(apart)));
    let blue = (into[to + 1] ?? 0) + ((painted[1] ?? 0) - (into[to + 1] ?? 0)) * ownHue;
    let red = (into[to + 2] ?? 0) + ((painted[2] ?? 0) - (into[to + 2] ?? 0)) * ownHue;
    tone += (1 - tone) * 0.9 * (blooms?.[x] ?? 0) * (1 - 0.8 * within);
    const lock = locks?.[x] ?? 0;
    tone *= 1 - 0.3 * smoothstep(0.1, 0.22, lock) + 0.16 * smoothstep(0.1, 0.24, -lock);
    tone += 0.15 * (1 - tone) * (sheens?.[x] ?? 0);
    tone += weaves?.[x] ?? 0;
    if (hasSky) {
      const share = 0.85 * (skies?.[x] ?? 0);
      tone += (0.66 + 0.29 * down - tone) * share;
      blue += (0.145 - 0.125 * down - blue) * share;
      red += (-0.17 + 0.155 * down - red) * share;
    }
    const line = 0.9 * smoothstep(0.012, 0.034, lines?.[x] ?? 0);
    into[to] = tone * (1 - 0.86 * line);
    into[to + 1] = blue * (1 - 0.5 * line) + 0.006 * line;
    into[to + 2] = red * (1 - 0.35 * line) + 0.012 * line;
  }
}

function celShade({ palette, kinds, groups }: Shapes, shade: number): Shade {
  const [luma, blueness, redness] = palette[shade] ?? [0, 0, 0];
  const graded = new Float64Array(3);
  if (kinds[shade] !== "skin") {
    grade(graded, luma, blueness, redness, 1.25);
  } else {
    const skins = palette.filter((_, other) => groups[other] === groups[shade]).map(([tone]) => tone);
    const lightest = Math.max(...skins);
    const lit = luma === lightest ? 0.05 : 0;
    const rosy = (0.012 + 0.02 * (1 - luma)) * smoothstep(0.13, 0.05, redness);
    grade(
      graded,
      clamp(0, (luma * 0.85 + lightest * 0.15) * 1.03 + lit, 1),
      blueness * 0.95,
      redness * 1.02 + rosy,
      0.55,
    );
  }
  return [graded[0] ?? 0, graded[1] ?? 0, graded[2] ?? 0];
}

/** `vivid`: 1 is full strength. */
function grade(into: Float64Array, luma: number, blueness: number, redness: number, vivid: number): void {
  const lit = clamp(0, luma + 0.28 * luma * (1 - luma), 1);
  const dark = smoothstep(0.45, 0.05, lit);
  const pale = Math.max(0, 1 - (Math.abs(blueness) + Math.abs(redness)) / 0.14);
  const saturation = 1 + 0.5 * vivid - 0.25 * dark + 0.35 * vivid * pale;
  into[0] = lit + 0.035 * dark;
  into[1] = blueness * saturation + 0.018 * dark * vivid;
  into[2] = redness * saturation + 0.008 * dark * vivid;
}
