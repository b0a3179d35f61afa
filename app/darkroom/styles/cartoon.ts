import { softBlur } from "../opencv/filters.ts";
import { clamp, emptyPlane, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { cleanFaces } from "./clean-faces.ts";
import { drawFaces, type FacePen } from "./drawn-faces.ts";
import { hairSheen, hairStrands } from "./hair.ts";
import { limitSkinChange } from "./hold-skin.ts";
import { inkLines } from "./ink.ts";
import type { KindOfPlace, Shade } from "./palette.ts";
import { type ColourRow, flatShapes, shadesOfFaces, shapeRows, type Shapes } from "./planes-shapes.ts";
import { blurColour, mixColours, smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";
import { paintSheet, sheetReader } from "./sheet.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";

const pen: FacePen = {
  ink: "#17110f",
  eye: 1,
  larger: 1.1,
  open: 0.08,
  iris: 0.25,
  vivid: 1.3,
  lash: 0.9,
  lower: 1.2,
  crease: 0,
  brow: 1.3,
  nose: 1.7,
  mouth: 1.5,
  chin: 1.6,
};

/** Canvas px at 940. */
const stickerEdge = 3.6;
/** Share of the photo's own shades of skin: flat shades alone lose noses and cheeks. */
const modelled = 0.4;
/** Luma: shine on skin would become white patches. */
const mostModelled = 0.15;

/**
 * Paints flat colours and bold outlines. A subject with a trusted outline becomes a sticker; otherwise the background
 * is simplified.
 */
export async function paintCartoon(seen: Seen, strength: number): Promise<Photo> {
  const { unit, sheet, subject } = seen;
  const cut = seen.trust > 0.5;
  const colour = simplified(seen, cut);
  const shapes = flatShapes(colour, seen, {
    shades: { background: cut ? 4 : 14, subject: 12, ...shadesOfFaces(seen) },
    tone: seen.faces.length > 0 ? 1 : 1.3,
    round: 3,
  });
  const shapeRow = shapeRows(shapes, sheet, { shadeOf: posterColour(shapes, seen, colour, cut), crisp: 7 });
  const ink = inkLines({ ...seen, colour }, colour, {
    calm: 4,
    width: 1.9,
    flow: 3.2,
    least: 60,
    high: 0.045,
    onFaces: 0.3,
    at: cut ? (at) => 0.3 + 0.75 * (subject.data[at] ?? 0) : (at) => 0.7 + 0.4 * (seen.focus.data[at] ?? 0),
    drawsMarks: true,
  });
  const outlines = softBlur(outlinesOf(shapes, seen, cut), Math.max(0.6, 1.6 * unit));
  const rim = cut ? rimOf(subject, unit) : ink;
  const strands = mapPlane(hairStrands(seen, colour.luma), (own) => 1.6 * own);
  const sheen = hairSheen(seen, strands, 0.9);
  const read = sheetReader(seen, [ink, outlines, rim, sheen, seen.sky, seen.weave, seen.skin, colour.luma]);
  const overlay = await drawFaces(seen, { ...pen, larger: 1 + 0.1 * strength, open: 0.08 * strength });
  const painting = paintSheet(
    seen,
    strength,
    (y, into) => {
      shapeRow(y, into);
      const hasSky = seen.sky !== null && !cut;
      paintRow(into, read(y), { cut, hasSky, down: Math.min(1, (2 * y) / sheet.height) });
    },
    overlay,
  );
  return limitSkinChange(seen, painting);
}

interface Place {
  readonly cut: boolean;
  readonly hasSky: boolean;
  /** Share of the way from the sky's top to its foot. */
  readonly down: number;
}

function paintRow(into: ColourRow, rows: readonly Float32Array[], { cut, hasSky, down }: Place): void {
  const [inks, seams, rims, sheens, skies, weaves, skins, lumas] = rows;
  const [inkFrom, inkTo] = cut ? [0.012, 0.03] : [0.009, 0.024];
  for (let x = 0, to = 0; to < into.length; x += 1, to += 3) {
    let tone = into[to] ?? 0;
    let blue = into[to + 1] ?? 0;
    let red = into[to + 2] ?? 0;
    const apart = poster(lumas?.[x] ?? 0, liftOfSkin) - tone;
    tone += modelled * (skins?.[x] ?? 0) * clamp(-mostModelled, apart, mostModelled);
    const lit = sheens?.[x] ?? 0;
    tone += 0.18 * (1 - tone) * lit;
    blue *= 1 + 0.5 * lit;
    red *= 1 + 0.5 * lit;
    tone += weaves?.[x] ?? 0;
    if (hasSky) {
      const share = smoothstep(0.3, 0.7, skies?.[x] ?? 0);
      tone += (0.76 + 0.1 * down - tone) * share;
      blue += (0.11 - 0.04 * down - blue) * share;
      red += (-0.15 + 0.05 * down - red) * share;
    }
    const edge = cut ? (rims?.[x] ?? 0) : 0;
    const isRim = edge > 0.04 && edge < 0.74;
    const white = isRim ? smoothstep(0.04, 0.1, edge) * smoothstep(0.5, 0.36, edge) : 0;
    const outline = isRim ? smoothstep(0.3, 0.4, edge) * smoothstep(0.74, 0.6, edge) : 0;
    tone += (0.99 - tone) * white;
    const inked = inks?.[x] ?? 0;
    const seam = seams?.[x] ?? 0;
    const drawn = Math.max(
      inked > inkFrom ? smoothstep(inkFrom, inkTo, inked) : 0,
      seam > 0.13 ? smoothstep(0.13, 0.3, seam) : 0,
      outline,
    );
    const line = drawn * (1 - white);
    into[to] = tone + (0.06 - tone) * 0.96 * line;
    into[to + 1] = blue * (1 - white) * (1 - 0.8 * line);
    into[to + 2] = red * (1 - white) * (1 - 0.7 * line);
  }
}

/** Smooths the background more than the subject. */
function simplified(seen: Seen, cut: boolean): Seen["colour"] {
  const { unit, subject, focus, face } = seen;
  const hasPeople = seen.faces.length > 0;
  const first = blurColour(seen.colour, (hasPeople ? 2 : 1.5) * unit);
  const edgeWeight = mapPlane(face, (own, at) => 0.7 + 0.9 * own + 0.5 * (focus.data[at] ?? 0));
  const calm = smoothGuided(seen.colour, first, { reach: 18 * unit, range: 0.18, rounds: 2, edgeWeight });
  const flat = smoothGuided(calm, calm, { reach: 26 * unit, range: 0.13, rounds: 2, edgeWeight });
  const clean = cleanFaces(flat, seen, { bare: true, share: 0.65 });
  const far = blurColour(clean, 6.5 * unit);
  const nearness = (at: number) =>
    cut ? (subject.data[at] ?? 0) : smoothstep(0.1, 0.35, Math.max(focus.data[at] ?? 0, subject.data[at] ?? 0));
  const layered = mixColours(far, clean, nearness);
  const wide = softBlur(layered.luma, 30 * unit);
  return {
    ...layered,
    luma: mapPlane(layered.luma, (own, at) => clamp(0, own + 0.35 * (own - (wide.data[at] ?? 0)), 1)),
  };
}

function outlinesOf({ width, height, winner, palette }: Shapes, seen: Seen, cut: boolean): Plane {
  const seams = emptyPlane(width, height);
  const bold = boldnessOf(seen, cut);
  const draw = (at: number, next: number) => {
    const seam = bold(stepBetween(palette[winner[at] ?? 0], palette[winner[next] ?? 0]), at, next);
    seams.data[at] = Math.max(seams.data[at] ?? 0, seam);
    seams.data[next] = Math.max(seams.data[next] ?? 0, seam);
  };
  for (let y = 1; y < height - 1; y += 1) findSeams(winner, y * width + 1, (y + 1) * width - 1, width, draw);
  return seams;
}

function findSeams(
  winner: Uint8Array,
  from: number,
  to: number,
  width: number,
  draw: (at: number, next: number) => void,
): void {
  for (let at = from; at < to; at += 1) {
    if (winner[at] !== winner[at + 1]) draw(at, at + 1);
    if (winner[at] !== winner[at + width]) draw(at, at + width);
  }
}

const stepBetween = (one: Shade = [0, 0, 0], other: Shade = [0, 0, 0]): number =>
  Math.abs(one[0] - other[0]) + 1.5 * (Math.abs(one[1] - other[1]) + Math.abs(one[2] - other[2]));

/** Shades of one person's skin are light, not shapes. */
const boldOnSkin = 0.15;

function boldnessOf({ subject, face, hair, skin, focus, owner }: Seen, cut: boolean) {
  const both = ({ data }: Plane, one: number, other: number) => Math.min(data[one] ?? 0, data[other] ?? 0);
  const either = ({ data }: Plane, one: number, other: number) => Math.max(data[one] ?? 0, data[other] ?? 0);
  return (step: number, at: number, next: number): number => {
    const here = cut
      ? smoothstep(0.16, 0.42, step) * (0.2 + 0.8 * either(subject, at, next))
      : smoothstep(0.13, 0.34, step) * (0.5 + 0.5 * Math.min(1, 1.6 * (focus.data[at] ?? 0)));
    const hairline = Math.min(1, either(hair, at, next)) * Math.min(1, 2 * either(skin, at, next));
    const shade = owner[at] === owner[next] ? both(skin, at, next) : 0;
    return here * (1 - 0.7 * (face.data[at] ?? 0)) * (1 - 0.45 * hairline) * (1 - (1 - boldOnSkin) * shade);
  };
}

function rimOf(subject: Plane, unit: number): Plane {
  const round = mapPlane(softBlur(subject, 2.5 * unit), (own) => smoothstep(0.46, 0.54, own));
  return softBlur(round, stickerEdge * unit);
}

const posterChroma = 0.17;
const [colouredBackground, colouredSubject] = [0.07, 0.035];
/** Contrasts with every skin tone. */
const teal = [0.075, -0.15] as const;
const strongerByKind: Record<KindOfPlace, number> = { background: 1.4, subject: 1.55, skin: 1.25, hair: 1.4 };

const liftOfSkin = 0.12;
const poster = (luma: number, lift: number): number => clamp(0, 0.05 + 0.95 * luma + lift * luma * (1 - luma), 1);

function posterColour(
  { palette, kinds }: Shapes,
  seen: Seen,
  colour: LumaChroma,
  cut: boolean,
): (shade: number) => Shade {
  const [hueBlue, hueRed] = backgroundHue(seen, colour);
  const hairTones = palette.filter((_, shade) => kinds[shade] === "hair").map(([luma]) => luma);
  const lightestHair = Math.max(0, ...hairTones);
  return (shade) => {
    const [own, blueness, redness] = palette[shade] ?? [0, 0, 0];
    const kind = kinds[shade] ?? "background";
    const pale = Math.max(0, 1 - (Math.abs(blueness) + Math.abs(redness)) / 0.16) * smoothstep(0.97, 0.8, own);
    let luma = poster(own, kind === "hair" ? 0.125 : kind === "skin" ? liftOfSkin : 0.26);
    if (kind === "background" && cut) {
      const tone = 0.5 + 0.44 * luma;
      const full = 1.1 - 0.5 * luma;
      return [tone, blueness * 0.2 + hueBlue * full * 0.8, redness * 0.2 + hueRed * full * 0.8];
    }
    if (kind === "subject") luma = 0.07 + 0.93 * luma;
    if (kind === "hair") luma = 0.09 + 0.88 * (own === lightestHair ? luma + 0.14 * (1 - luma) : luma);
    const stronger = strongerByKind[kind] + (kind === "subject" ? 0.3 * pale : 0);
    return [luma, blueness * stronger, redness * stronger];
  };
}

function backgroundHue({ subject, skin, hair }: Seen, colour: LumaChroma): readonly [number, number] {
  const behind = meanChroma(colour, (at) => (subject.data[at] ?? 0) < 0.5);
  const worn = meanChroma(
    colour,
    (at) => (subject.data[at] ?? 0) > 0.5 && (skin.data[at] ?? 0) < 0.5 && (hair.data[at] ?? 0) < 0.5,
  );
  const [blueness, redness] = Math.hypot(...behind) < colouredBackground ? [-worn[0], -worn[1]] : behind;
  const chroma = Math.hypot(blueness, redness);
  if (chroma < colouredSubject) return teal;
  return [(blueness / chroma) * posterChroma, (redness / chroma) * posterChroma];
}

function meanChroma({ blueness, redness }: LumaChroma, counts: (at: number) => boolean): readonly [number, number] {
  let [blue, red, places] = [0, 0, 1e-6];
  for (let at = 0; at < blueness.data.length; at += 7) {
    if (!counts(at)) continue;
    blue += blueness.data[at] ?? 0;
    red += redness.data[at] ?? 0;
    places += 1;
  }
  return [blue / places, red / places];
}
