import { type Size, softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { clamp, emptyPlane, mapPlane, mostOf, type Plane, product, smoothstep, steps } from "../pixels/plane.ts";
import { beardOf } from "./beard.ts";
import { fabricLikeSkin, weaveOf } from "./fabric.ts";
import { capOf, earsOf, headOf, innerFace, outlineOf } from "./face-outlines.ts";
import { belowShortHair, hairOfHeads, sidesOf } from "./hair-places.ts";
import { fringeOfHair, largestShine, withoutShine } from "./hair.ts";
import { fillOutlines, withoutHoles } from "./outline.ts";
import { smoothGuided } from "./planes-smooth.ts";
import type { SeenFace } from "./seeing.ts";

export interface PersonParts {
  readonly person: Plane;
  readonly skin: Plane;
  /** Without beards, whose places are skin. */
  readonly hair: Plane;
  /** Share of the skin's tone that beards and moustaches take away. */
  readonly beard: Plane;
  /** Threads, pleats and folds of clothes in the colours of skin: luma above or below their surroundings. */
  readonly weave: Plane | null;
  readonly owner: Uint8Array;
}

interface Sitters {
  readonly colour: LumaChroma;
  readonly faces: readonly SeenFace[];
  readonly scale: number;
  readonly unit: number;
  readonly rough: Plane;
  readonly face: Plane;
}

/** Learns each face's skin and hair colour from the photo and finds them around it, for every skin tone. */
export function findSkinAndHair({ colour, faces, scale, unit, rough, face }: Sitters): PersonParts {
  const size: Size = { width: rough.width, height: rough.height };
  const fill = (outlines: ReturnType<typeof outlineOf>[]) => fillOutlines(outlines, size, scale);
  const inner = fill(faces.map(({ landmarks }) => outlineOf(landmarks, innerFace)));
  const owner = ownersOf(faces, size, scale);
  const asSkin = likenessTo(colour, inner, { owner, faces: faces.length, spread: 1.1, isSkin: true });
  const likeSkin = emptyPlane(size.width, size.height).data;
  const crown = fill(faces.map((face) => capOf(face, 1, 2.8)));
  const cap = fill(faces.map((face) => capOf(face, 1.3, 1.65)));
  const head = fill(faces.map(headOf));
  const sides = sidesOf(faces, size, scale);
  const people = emptyPlane(size.width, size.height);
  const hairSample = emptyPlane(size.width, size.height);
  people.data.set(rough.data);
  for (let at = 0; at < people.data.length; at += 1) {
    const own = rough.data[at] ?? 0;
    if (own <= 0.04) continue;
    const alike = asSkin(at);
    likeSkin[at] = alike;
    // Networks are unsure of thin arms.
    people.data[at] = Math.min(1, own + 0.5 * alike * smoothstep(0.04, 0.25, own));
    hairSample.data[at] = own > 0.7 && alike < 0.6 ? (cap.data[at] ?? 0) : 0;
  }
  const skinColoured = product(people, { ...people, data: likeSkin });
  const faceSize = scale * Math.max(...faces.map((one) => one.size));
  const heads = fill(faces.map(earsOf));
  const fabric = fabricLikeSkin(colour, { skin: skinColoured, inner, heads, owner, faceSize, unit });
  const asHair = likenessTo(colour, hairSample, { owner, faces: faces.length, spread: 1.2, isSkin: false });
  const beard = beardOf(colour, faces, scale, owner);
  const skin = emptyPlane(size.width, size.height);
  const hair = emptyPlane(size.width, size.height);
  for (let at = 0; at < skin.data.length; at += 1) {
    const own = people.data[at] ?? 0;
    const within = inner.data[at] ?? 0;
    if (own < 0.01 && within === 0) continue;
    const skinLike = (rough.data[at] ?? 0) > 0.04 ? (likeSkin[at] ?? 0) : asSkin(at);
    const hairLike = asHair(at);
    const share = hairLike / (skinLike + hairLike + 1e-3);
    const above = (crown.data[at] ?? 0) * (head.data[at] ?? 0);
    const around = Math.max(above, (sides.data[at] ?? 0) * smoothstep(0.4, 0.6, hairLike));
    // Foreheads are skin unless much like hair.
    const surer = 0.25 * (face.data[at] ?? 0);
    const plain = skinLike * (1 - (fabric?.data[at] ?? 0));
    const bare = Math.max(own * plain * (1 - around * smoothstep(0.4 + surer, 0.6 + surer, share)), 0.75 * within);
    const covered = Math.max(
      hairLike * (1 - 2 * surer),
      around * smoothstep(0.35 + surer, 0.5 + surer, share),
      0.6 * above * (1 - skinLike) * smoothstep(0.6, 0.9, own),
    );
    skin.data[at] = bare;
    hair.data[at] = own * (head.data[at] ?? 0) * (1 - within) * (1 - bare) * covered;
  }
  const calm = smoothGuided({ luma: people, blueness: skin, redness: hair }, colour, {
    reach: 14 * unit,
    range: 0.16,
    rounds: 2,
  });
  people.data.set(steps(calm.luma, 0.3, 0.68).data);
  skin.data.set(product(steps(calm.blueness, 0.25, 0.6), mostOf(people, inner)).data);
  hair.data.set(steps(calm.redness, 0.2, 0.5).data);
  const known = hairOfHeads(hair, { cap, beard, low: belowShortHair(hair, faces, scale, owner) });
  const grown = withoutShine({ hair: known, skin, luma: colour.luma, crown }, faceSize);
  const shine = mapPlane(known, (own, at) => Math.max(0, own - (grown.data[at] ?? 0)) * (crown.data[at] ?? 0));
  const worn = fabric && awayFromHair(fabric, grown, people, unit);
  const fringe = fringeOfHair({ skin, hair: grown, person: people, face }, faceSize);
  const parts = mostOf(mostOf(skin, grown), face);
  const whole = withoutHoles(parts, (largestShine * faceSize) ** 2 / parts.data.length);
  for (let at = 0; at < skin.data.length; at += 1) {
    const ofFringe = fringe.data[at] ?? 0;
    const ofHair = Math.max(grown.data[at] ?? 0, ofFringe);
    const lit = (whole.data[at] ?? 0) > (parts.data[at] ?? 0) ? (crown.data[at] ?? 0) : 0;
    const bare = Math.max(face.data[at] ?? 0, lit, shine.data[at] ?? 0) * (1 - ofHair);
    grown.data[at] = ofHair;
    skin.data[at] = Math.max((skin.data[at] ?? 0) * (1 - ofFringe), bare);
  }
  return {
    person: people,
    skin,
    hair: grown,
    beard: softBlur(beard, 1.5 * unit),
    weave: worn && weaveOf(colour.luma, worn, unit),
    owner,
  };
}

/** Canvas px at 940: locks below the known hair are no fabric. */
const hairReach = 25;

function awayFromHair(fabric: Plane, hair: Plane, people: Plane, unit: number): Plane {
  const nearHair = softBlur(hair, hairReach * unit);
  return mapPlane(fabric, (own, at) => own * (people.data[at] ?? 0) * smoothstep(0.2, 0.05, nearHair.data[at] ?? 0));
}

function ownersOf(faces: readonly SeenFace[], { width, height }: Size, scale: number): Uint8Array {
  const owner = new Uint8Array(width * height);
  if (faces.length < 2) return owner;
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      let nearest = Infinity;
      for (const [index, { centre, size }] of faces.entries()) {
        const across = x / scale - centre.x;
        const down = y / scale - centre.y;
        const far = (across * across + 0.15 * down * down) / size;
        if (far >= nearest) continue;
        nearest = far;
        owner[at] = index;
      }
    }
  }
  return owner;
}

/** Limits of one face's colour samples. */
const [mostLumaDeviation, mostChromaDeviation] = [0.22, 0.05];

interface Sampled {
  readonly owner: Uint8Array;
  readonly faces: number;
  readonly spread: number;
  readonly isSkin: boolean;
}

/** Share of the mean luma by which evenly lit skin may be lighter: deep skin is never as light as a pale shirt. */
const mostLighter = 0.55;
/** Share of the mean chroma, at least the second, by which skin may be paler: grey and white clothes are paler still. */
const [paler, leastPaler] = [0.55, 0.03];
/** Factor by which light makes skin stronger in colour. */
const mostLit = 1.8;

function likenessTo(
  { luma, blueness, redness }: LumaChroma,
  mask: Plane,
  { owner, faces, spread, isSkin }: Sampled,
): (at: number) => number {
  const channels = [luma.data, blueness.data, redness.data] as const;
  const models = Array.from({ length: faces }, () => ({ count: 0, sum: [0, 0, 0], squares: [0, 0, 0] }));
  for (let at = 0; at < mask.data.length; at += 2) {
    if ((mask.data[at] ?? 0) <= 0.6) continue;
    const model = models[owner[at] ?? 0];
    if (!model) continue;
    model.count += 1;
    for (let channel = 0; channel < channels.length; channel += 1) {
      const value = channels[channel]?.[at] ?? 0;
      model.sum[channel] = (model.sum[channel] ?? 0) + value;
      model.squares[channel] = (model.squares[channel] ?? 0) + value * value;
    }
  }
  const means = new Float32Array(faces * 3);
  const deviations = new Float32Array(faces * 3);
  const lighterDeviations = new Float32Array(faces);
  for (const [face, { count, sum, squares }] of models.entries()) {
    for (let channel = 0; channel < 3; channel += 1) {
      const mean = (sum[channel] ?? 0) / Math.max(1, count);
      const deviation = Math.sqrt(Math.max(0, (squares[channel] ?? 0) / Math.max(1, count) - mean * mean)) * spread;
      means[face * 3 + channel] = mean;
      deviations[face * 3 + channel] =
        channel === 0
          ? 1.6 * Math.min(mostLumaDeviation, deviation + 0.06)
          : Math.min(mostChromaDeviation, deviation + 0.012, isSkin ? Math.max(leastPaler, paler * Math.abs(mean)) : 1);
      if (channel > 0) continue;
      const most = isSkin ? Math.max(mostLighter * mean, 1.2 * deviation) : Infinity;
      lighterDeviations[face] = Math.min(deviations[face * 3] ?? 0, most);
    }
  }
  const counts = models.map(({ count }) => count);
  const model = { counts, means, deviations, lighterDeviations, isSkin };
  const colour = { luma: luma.data, blueness: blueness.data, redness: redness.data };
  return (at) => likenessAt(model, colour, owner[at] ?? 0, at);
}

/** Colours of each face's skin or hair, three values per face. */
interface ColourModel {
  readonly counts: readonly number[];
  readonly means: Float32Array;
  readonly deviations: Float32Array;
  /** Deviations of colours lighter than the mean, one per face. */
  readonly lighterDeviations: Float32Array;
  readonly isSkin: boolean;
}

function likenessAt(
  { counts, means, deviations, lighterDeviations, isSkin }: ColourModel,
  { luma, blueness, redness }: Record<keyof LumaChroma, Float32Array>,
  face: number,
  at: number,
): number {
  if ((counts[face] ?? 0) < 5) return 0;
  const first = face * 3;
  const mean = means[first] ?? 0;
  const lighter = (luma[at] ?? 0) - mean;
  const lit = isSkin ? clamp(1, 1 + lighter / (mean + 0.01), mostLit) : 1;
  const tone = lighter / ((lighter > 0 ? lighterDeviations[face] : deviations[first]) ?? 1);
  const blue = beyond(blueness[at] ?? 0, means[first + 1] ?? 0, lit) / (deviations[first + 1] ?? 1);
  const red = beyond(redness[at] ?? 0, means[first + 2] ?? 0, lit) / (deviations[first + 2] ?? 1);
  return Math.exp(-0.25 * (tone * tone + blue * blue + red * red));
}

/** Distance of a value from all values between the mean and the `lit` mean. */
function beyond(value: number, mean: number, lit: number): number {
  const full = lit * mean;
  return value - clamp(Math.min(mean, full), value, Math.max(mean, full));
}
