import { softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { clamp, mapPlane, mostOf, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { cleanFaces } from "./clean-faces.ts";
import { drawFaces, type FacePen } from "./drawn-faces.ts";
import { limitSkinChange } from "./hold-skin.ts";
import { inkLines } from "./ink.ts";
import { withoutHoles } from "./outline.ts";
import type { Shade } from "./palette.ts";
import { smoothNoise } from "./planes-noise.ts";
import { type ColourRow, flatShapes, shadesOfFaces, shapeRows, type Shapes } from "./planes-shapes.ts";
import { blurColour, smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";
import { paintSheet, sheetReader } from "./sheet.ts";

const pen: FacePen = {
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
/** Luma around pale forms; the factor by which they deepen; the difference from their surroundings that deepens most. */
const [paleFrom, paleForm, deepestForm] = [[0.68, 0.9] as const, 2.5, 0.08];
const dotAngle = 0.35;
const [dotDepth, dotDepthOnPeople] = [0.36, 0.2];

/** Prints ink, solid blacks, few colours off register, and halftone dots. */
export async function paintComic(seen: Seen, strength: number): Promise<Photo> {
  const { unit, sheet, face, focus } = seen;
  const lit = { ...seen, colour: withPaleForms(seen) };
  const first = blurColour(lit.colour, 1.6 * unit);
  const edgeWeight = mapPlane(face, (own, at) => 0.8 + 0.9 * own + 0.3 * (focus.data[at] ?? 0));
  const calm = smoothGuided(lit.colour, first, { reach: 12 * unit, range: 0.16, rounds: 2, edgeWeight });
  const flat = cleanFaces(smoothGuided(calm, first, { reach: 26 * unit, range: 0.16, rounds: 2, edgeWeight }), seen, {
    bare: false,
    share: 0.7,
  });
  const hasSubject = seen.subjectKind !== "none";
  const shapes = flatShapes(flat, seen, {
    shades: { background: hasSubject ? 8 : 14, subject: 8, ...shadesOfFaces(seen) },
    tone: seen.faces.length > 0 ? 0.45 : 0.8,
  });
  const tone = softBlur(flat.luma, 1.2 * unit);
  const blacks = findBlacks(seen, first, { tone, flat });
  const shapeRow = shapeRows(shapes, sheet, { shadeOf: printedColour(shapes, blacks, seen.subjectKind === "people") });
  const ink = inkLines(lit, first, {
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
  const { black, hold } = blacks;
  const person = softBlur(mostOf(seen.skin, seen.hair), 1.5 * unit);
  const read = sheetReader(seen, [ink, black, hold, tone, shadeOf(seen, tone), person, grain, seen.weave]);
  const overlay = await drawFaces(seen, pen);
  const printed = new Float32Array(sheet.width * 3);
  const slip = Math.round(misprint * seen.sheetUnit * strength);
  const dots = dotsOf(seen);
  const painting = paintSheet(
    seen,
    strength,
    (y, into) => {
      shapeRow(Math.max(0, y - Math.round(slip * 0.7)), printed);
      printRow(into, read(y), { printed, slip, dots, y });
    },
    overlay,
  );
  return limitSkinChange(seen, painting);
}

interface Print {
  readonly printed: Float32Array;
  /** Px between colours and lines. */
  readonly slip: number;
  readonly dots: Dots;
  readonly y: number;
}

function printRow(into: ColourRow, rows: readonly Float32Array[], { printed, slip, dots, y }: Print): void {
  const [lines, blackness, holds, tones, shades, skins, grains, weaves] = rows;
  for (let x = 0, to = 0; to < into.length; x += 1, to += 3) {
    const from = Math.max(0, x - slip) * 3;
    const skin = skins?.[x] ?? 0;
    const held = smoothstep(0.4, 0.6, holds?.[x] ?? 0);
    const dot = dotAt(dots, x, y, shades?.[x] ?? 0) * (1 - held);
    const paper =
      ((printed[from] ?? 0) + (weaves?.[x] ?? 0)) *
      (1 - (dotDepth + (dotDepthOnPeople - dotDepth) * skin) * dot) *
      (0.985 + 0.015 * (grains?.[x] ?? 0));
    const luma = paper + (0.17 + 0.55 * (tones?.[x] ?? 0) - paper) * held;
    const cold = 0.045 * held;
    const line = Math.max(smoothstep(0.4, 0.6, blackness?.[x] ?? 0), smoothstep(0.012, 0.03, lines?.[x] ?? 0));
    into[to] = luma + (0.045 - luma) * line;
    // Yellows the paper.
    into[to + 1] = ((printed[from + 1] ?? 0) * (1 + 0.15 * dot) - 0.012 + cold) * (1 - line);
    into[to + 2] = ((printed[from + 2] ?? 0) * (1 + (0.15 + 0.15 * skin) * dot) + 0.008 - 0.3 * cold) * (1 - line);
  }
}

/** Deepens the folds and edges of pale cloth and walls, which would print as bare paper. */
function withPaleForms({ colour, skin, face, unit }: Seen): Seen["colour"] {
  const around = softBlur(colour.luma, 40 * unit);
  const luma = mapPlane(colour.luma, (own, at) => {
    const mean = around.data[at] ?? 0;
    const pale = smoothstep(...paleFrom, mean) * (1 - Math.max(skin.data[at] ?? 0, face.data[at] ?? 0));
    return own + clamp(-deepestForm, own - mean, 0) * paleForm * pale;
  });
  return { ...colour, luma };
}

/** Makes colours loud, and lighter by as much as the dots darken them; turns the dark of a night blue. */
function printedColour(
  { palette, kinds, groups }: Shapes,
  { night, blackSubject }: Blacks,
  hasPeople: boolean,
): (shade: number) => Shade {
  const lightest = groups.map((group) =>
    Math.max(...palette.filter((_, other) => groups[other] === group).map(([tone]) => tone)),
  );
  return (shade) => {
    const [luma, blueness, redness] = palette[shade] ?? [0, 0, 0];
    const kind = kinds[shade] ?? "background";
    if (kind === "skin") {
      const dots = 0.5 * dotsOnSkin(luma, lightest[shade] ?? luma);
      return [luma / (1 - dotDepthOnPeople * dots), 1.08 * blueness, 1.08 * redness];
    }
    if (kind === "hair") {
      const dots = Math.min(0.9, 1.2 * (1 - 1.08 * luma));
      return [(0.02 + luma) / (1 - dotDepthOnPeople * dots), 1.05 * blueness, 1.05 * redness];
    }
    const light = Math.max(0.02, luma);
    const asSkin = kind === "subject" && hasPeople ? skinLike(blueness, redness) : 0;
    const louder = (1.9 - 0.8 * asSkin) * Math.min(1.6, 0.75 + 0.25 / light);
    const most = 0.3 / Math.max(0.3, Math.hypot(blueness * louder, redness * louder));
    const blue = (1 - smoothstep(0.12, 0.3, luma)) * (kind === "background" ? night : blackSubject * 0.6);
    const mixed = (own: number, aim: number) => own * louder * most * (1 - blue) + aim * blue;
    return [0.22 + 0.76 * smoothstep(-0.1, 1, luma), mixed(blueness, 0.17), mixed(redness, -0.06)];
  };
}

/** Finds skin of people whose face is turned away or covered. */
const skinLike = (blueness: number, redness: number): number =>
  smoothstep(0.45, 0.7, redness / Math.max(0.01, -blueness)) *
  smoothstep(2.4, 1.8, redness / Math.max(0.01, -blueness));

/** Steps along a turned grid per px, and the softness of a dot's rim. */
interface Dots {
  readonly across: number;
  readonly down: number;
  readonly soft: number;
}

function dotsOf({ sheetUnit }: Seen): Dots {
  const pitch = Math.max(3, dotPitch * sheetUnit);
  return { across: Math.cos(dotAngle) / pitch, down: Math.sin(dotAngle) / pitch, soft: 0.66 / pitch };
}

function dotAt({ across, down, soft }: Dots, x: number, y: number, shade: number): number {
  if (shade <= 0.1) return 0;
  const column = x * across + y * down;
  const row = y * across - x * down;
  const [aside, above] = [column - Math.floor(column) - 0.5, row - Math.floor(row) - 0.5];
  const off = Math.sqrt(aside * aside + above * above);
  return smoothstep(soft, -soft, off - Math.sqrt(shade) * 0.62) * smoothstep(0.1, 0.2, shade);
}

interface Blacks {
  readonly black: Plane;
  /** Lit parts of dark areas, drawn in a deep colour so that a suit shows its folds. */
  readonly hold: Plane;
  /** Dark share of background and subject, 0 to 1: a whole night is blue, not black. */
  readonly night: number;
  readonly blackSubject: number;
}

const dark = 0.2;
/** In square roots of luma, above the mean of the dark surroundings. */
const litFrom = 0.014;
/** Canvas px at 940; smaller lit parts are the weave of a cloth, not its folds. */
const leastLit = 400;

/** Strong colours look lighter than greys of their luma: a red dress is no black mass. Chroma from 0 to 0.6. */
const [strongChroma, lighterPerChroma] = [0.12, 1];

function findBlacks(
  { subject, skin, face, unit }: Seen,
  { luma }: LumaChroma,
  { tone, flat: { blueness, redness } }: { tone: Plane; flat: LumaChroma },
): Blacks {
  const wide = softBlur(tone, 45 * unit);
  const night = smoothstep(
    0.22,
    0.5,
    darkShare(tone, (at) => (subject.data[at] ?? 0) < 0.5),
  );
  const subjectDark = darkShare(tone, (at) => (subject.data[at] ?? 0) > 0.5);
  const blackSubject = night * smoothstep(0.65, 0.8, subjectDark);
  const mass = mapPlane(tone, (own, at) => {
    const inSubject = (subject.data[at] ?? 0) > 0.5;
    const onSkin = skin.data[at] ?? 0;
    const least = 0.2 - 0.09 * onSkin - 0.25 * (inSubject ? blackSubject : night);
    const ofSurroundings = (0.62 - 0.22 * Math.max(onSkin, face.data[at] ?? 0)) * (inSubject ? 1 : 1 - night);
    const surrounded = Math.min(0.34, (wide.data[at] ?? 0) * ofSurroundings);
    const chroma = Math.hypot(blueness.data[at] ?? 0, redness.data[at] ?? 0);
    const lighter = lighterPerChroma * Math.max(0, chroma - strongChroma) * (1 - onSkin);
    return own + lighter < Math.max(least, surrounded) ? 1 : 0;
  });
  const hold = softBlur(mass, 1.3 * unit);
  const root = mapPlane(softBlur(luma, 2 * unit), (own) => Math.sqrt(Math.max(0, own)));
  const weights = softBlur(mass, 20 * unit);
  const sums = softBlur(
    mapPlane(root, (own, at) => own * (mass.data[at] ?? 0)),
    20 * unit,
  );
  const edge = softBlur(mass, 2.4 * unit);
  const black = mapPlane(root, (own, at) => {
    if (mass.data[at] === 0) return 0;
    const mean = (sums.data[at] ?? 0) / Math.max(1e-4, weights.data[at] ?? 0);
    return own < mean + litFrom || (edge.data[at] ?? 0) < 0.72 ? 1 : 0;
  });
  const whole = withoutHoles(black, (leastLit * unit * unit) / black.data.length);
  return { black: softBlur(whole, 1.2 * unit), hold, night, blackSubject };
}

/** Darkness that dots print; skin is compared with the lit side of the same face. */
function shadeOf({ skin, face, owner, faces }: Seen, tone: Plane): Plane {
  const lit = faces.map((_, index) => litTone(tone, (at) => owner[at] === index && (face.data[at] ?? 0) > 0.5));
  return mapPlane(tone, (own, at) => {
    const onSkin = skin.data[at] ?? 0;
    const plain = 1 - own * 1.08;
    if (onSkin === 0) return clamp(0, plain, 1);
    return clamp(0, plain + (dotsOnSkin(own, lit[owner[at] ?? 0] ?? 1) - plain) * onSkin, 1);
  });
}

const dotsOnSkin = (own: number, lit: number): number => clamp(0, 1.2 * (1 - own / lit) - 0.14, 0.62);

/** The tone at which the lightest fifth begins. */
function litTone({ data }: Plane, counts: (at: number) => boolean): number {
  const tones: number[] = [];
  for (let at = 0; at < data.length; at += 3) if (counts(at)) tones.push(data[at] ?? 0);
  tones.sort((one, other) => one - other);
  return Math.max(0.05, tones[Math.floor(tones.length * 0.8)] ?? 1);
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
