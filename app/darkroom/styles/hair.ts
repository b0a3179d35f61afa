import { leastNearby, mostNearby, resizePlane, softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import {
  emptyPlane,
  inRanges,
  mapPlane,
  medianOf,
  type Plane,
  product,
  smoothstep,
  steps,
  without,
} from "../pixels/plane.ts";
import { landmark } from "./face-outlines.ts";
import { connectedParts } from "./outline.ts";
import { edgeFlow, smoothAlong } from "./flow.ts";
import { smoothNoise } from "./planes-noise.ts";
import { copyColour, meansOver, mixColours } from "./planes-smooth.ts";
import type { Seen, SeenFace } from "./seeing.ts";

/** About -1 to 1. */
export function hairStrands({ hair, canvas, faces, unit }: Seen, luma: Plane): Plane {
  if (faces.length === 0) return emptyPlane(canvas.width, canvas.height);
  const half = { width: Math.max(1, canvas.width >> 1), height: Math.max(1, canvas.height >> 1) };
  const flow = edgeFlow(resizePlane(luma, half), Math.max(1, 4 * unit));
  const wave = Math.max(1, Math.round(2 * unit));
  const near = mostNearby(resizePlane(hair, half), 1).data;
  const noise = smoothNoise({ ...half, wave, seed: 5 });
  const streaks = smoothAlong(noise, flow, Math.max(3, Math.round(15 * unit)), (at) => (near[at] ?? 0) > 0);
  return product(resizePlane(streaks, canvas), hair);
}

/** `broad`: 1 is medium. */
export function hairSheen(seen: Seen, strands: Plane, broad = 1): Plane {
  const sheen = emptyPlane(seen.canvas.width, seen.canvas.height);
  for (const face of seen.faces) addBand(sheen, seen, face, { strands, broad });
  return sheen;
}

const leastHair = 0.07;

function addBand(
  sheen: Plane,
  { hair, scale }: Seen,
  { landmarks, size, turn }: SeenFace,
  { strands, broad }: { strands: Plane; broad: number },
): void {
  const { width, height } = sheen;
  const root = landmark(landmarks, 168);
  const [rootX, rootY, length] = [root.x * scale, root.y * scale, size * scale];
  const [upX, upY] = [Math.sin(turn), -Math.cos(turn)];
  const hairAt = (up: number) => {
    const [x, y] = [Math.round(rootX + upX * up * length), Math.round(rootY + upY * up * length)];
    return x >= 0 && y >= 0 && x < width && y < height ? (hair.data[y * width + x] ?? 0) : 0;
  };
  const covered = Array.from({ length: 95 }, (_, step) => 0.15 + step * 0.01).filter((up) => hairAt(up) > 0.5);
  const [from = 0, to = 0] = [covered[0], covered.at(-1)];
  if (to - from < leastHair) return;
  // Places the band as a lamp above would.
  const middle = from + 0.58 * (to - from);
  const thick = broad * Math.min(0.085, 0.26 * (to - from));
  const [left, right] = [Math.max(0, Math.floor(rootX - length)), Math.min(width, Math.ceil(rootX + length))];
  const [top, bottom] = [Math.max(0, Math.floor(rootY - length)), Math.min(height, Math.ceil(rootY + length))];
  for (let y = top; y < bottom; y += 1) {
    for (let x = left; x < right; x += 1) {
      const at = y * width + x;
      const own = hair.data[at] ?? 0;
      if (own === 0) continue;
      const up = ((x - rootX) * upX + (y - rootY) * upY) / length;
      const side = ((x - rootX) * upY - (y - rootY) * upX) / length;
      const off = Math.abs(up + 0.5 * side * side - middle + 1.3 * thick * (strands.data[at] ?? 0));
      const light = own * smoothstep(thick, 0.45 * thick, off) * smoothstep(-0.15, 0.2, up);
      sheen.data[at] = Math.max(sheen.data[at] ?? 0, light * smoothstep(0.6, 0.45, Math.abs(side)));
    }
  }
}

/** Side of the largest shine, in face sizes: beside a beard, and above the brows, where foreheads are high. */
export const largestShine = 0.3;
const largestAbove = 0.45;
/** Share of a part above the brows. */
const mostlyAbove = 0.8;
/** Shares of a shine's rim on skin, and on neither skin nor hair: the fringe of hair lies at the background. */
const [leastOnSkin, mostOutside] = [0.3, 0.1];

/** How near skin counts, in face sizes, and its least share within that reach. */
const [shineReach, leastNear] = [0.15, 0.02];

interface ShinyHead extends Pick<Head, "skin" | "hair"> {
  readonly luma: Plane;
  /** Where the head is above the brows. */
  readonly crown: Plane;
}

/** Removes shine from the hair: a small part, lighter than skin that it touches, amid skin and hair. */
export function withoutShine({ hair, skin, luma, crown }: ShinyHead, faceSize: number): Plane {
  const reach = shineReach * faceSize;
  const [near, skinNear] = [softBlur(skin, reach), meansOver(skin, reach)(luma)];
  const light = mapPlane(hair, (own, at) =>
    (near.data[at] ?? 0) > leastNear && (luma.data[at] ?? 0) > (skinNear.data[at] ?? 0) ? own : 0,
  );
  const { labels, areas } = connectedParts(light, (value) => value > 0.3);
  const counts = () => new Float64Array(areas.length);
  const [own, rims, outside, rimsOnSkin, onSkin] = [counts(), counts(), counts(), counts(), counts()];
  const above = counts();
  const sides = [-1, 1, -hair.width, hair.width] as const;
  for (let at = 0; at < labels.length; at += 1) {
    const label = labels[at] ?? 0;
    if (label === 0) continue;
    own[label] = (own[label] ?? 0) + (luma.data[at] ?? 0);
    above[label] = (above[label] ?? 0) + (crown.data[at] ?? 0);
    for (let side = 0; side < sides.length; side += 1) {
      const next = at + (sides[side] ?? 0);
      if (labels[next] === label) continue;
      rims[label] = (rims[label] ?? 0) + 1;
      if ((skin.data[next] ?? 0) >= 0.3) {
        rimsOnSkin[label] = (rimsOnSkin[label] ?? 0) + 1;
        onSkin[label] = (onSkin[label] ?? 0) + (luma.data[next] ?? 0);
      } else if ((hair.data[next] ?? 0) < 0.3) outside[label] = (outside[label] ?? 0) + 1;
    }
  }
  const isShine = areas.map((area, label) => {
    const [around = 0, all = 0] = [rimsOnSkin[label], rims[label]];
    const largest = (above[label] ?? 0) > mostlyAbove * area ? largestAbove : largestShine;
    if (label === 0 || area >= (largest * faceSize) ** 2) return false;
    const isAmid = around > leastOnSkin * all && (outside[label] ?? 0) < mostOutside * all;
    return isAmid && (own[label] ?? 0) / area > (onSkin[label] ?? 0) / around;
  });
  if (!isShine.includes(true)) return hair;
  const shine = mostNearby(
    mapPlane(hair, (_, at) => (isShine[labels[at] ?? 0] ? 1 : 0)),
    2,
  );
  return without(hair, shine);
}

/** Width of the widest blurred fringe between hair and background, in face sizes: ears are wider. */
const widestFringe = 0.09;

interface Head {
  readonly skin: Plane;
  readonly hair: Plane;
  readonly person: Plane;
  readonly face: Plane;
}

/** Finds hair that mixes with a light background into the colour of skin: a narrow strip along the outline of hair. */
export function fringeOfHair({ skin, hair, person, face }: Head, faceSize: number): Plane {
  const radius = Math.max(1, Math.round((widestFringe / 2) * faceSize));
  const wide = mostNearby(leastNearby(skin, radius), radius);
  const within = leastNearby(person, 2 * radius);
  const nearHair = softBlur(hair, radius);
  return mapPlane(skin, (own, at) => {
    const narrow = Math.max(0, own - (wide.data[at] ?? 0));
    const outside = (1 - (within.data[at] ?? 0)) * (1 - (face.data[at] ?? 0));
    return narrow * outside * smoothstep(0.05, 0.2, nearHair.data[at] ?? 0);
  });
}

/** Width of the fringe that gets a clean colour, in face sizes: shorter fades and locks have no core to take it from. */
const fringeWidth = 0.07;
/** Luma of hair: the fringe of black hair shows the background most, and lighter hair has light of its own. */
const [blackHair, lightHair] = [0.2, 0.35];
/** Standard deviations of luma: printed headwraps vary more than hair. */
const [plainHair, patterned] = [0.1, 0.15];

/** Gives the fringe of black hair the colour of the hair beside it, so that no style draws the background on it. */
export function withCleanFringe(colour: LumaChroma, hair: Plane, faceSize: number): LumaChroma {
  const radius = Math.max(1, Math.round(fringeWidth * faceSize));
  const core = steps(leastNearby(hair, radius), 0.6, 0.9);
  const nearCore = softBlur(core, radius);
  const meanOf = meansOver(core, radius);
  const means = {
    luma: meanOf(colour.luma),
    blueness: meanOf(colour.blueness),
    redness: meanOf(colour.redness),
  };
  const squares = meanOf(product(colour.luma, colour.luma));
  return mixColours(colour, means, (at) => {
    const fringe = (hair.data[at] ?? 0) * (1 - (core.data[at] ?? 0)) * smoothstep(0.02, 0.08, nearCore.data[at] ?? 0);
    const mean = means.luma.data[at] ?? 0;
    const deviation = Math.sqrt(Math.max(0, (squares.data[at] ?? 0) - mean * mean));
    return fringe * smoothstep(lightHair, blackHair, mean) * smoothstep(patterned, plainHair, deviation);
  });
}

/** Hair is dark if its darkest part is below this luma, and no lighter than the skin. */
const darkHair = 0.35;
const darkestPart = 0.3;
/** Light on dark hair becomes glare between these shares of the skin's luma, and at least so far above the hair's own. */
const [glareFrom, surelyGlare] = [0.8, 1.1];
const [leastGlare, muchGlare] = [0.12, 0.3];
/** Chroma between these is less and less glare: coloured hats and scarves count as hair as well. */
const [colourless, coloured] = [0.05, 0.09];
/** Share of the hair from which light parts are a white hat. */
const mostGlare = 0.5;
/** Share of glare that is taken away. */
const dulled = 0.7;

interface OwnedHead extends Pick<Head, "hair" | "skin"> {
  /** Index of the face that each place belongs to. */
  readonly owner: Uint8Array;
}

interface DarkHair {
  readonly luma: number;
  readonly blueness: number;
  readonly redness: number;
  readonly skin: number;
}

/** Takes most of the glare off dark hair: flat shapes would draw the light as pale patches. */
export function withoutGlare(colour: LumaChroma, { hair, skin, owner }: OwnedHead, faces: number): LumaChroma {
  const heads = Array.from({ length: faces }, (_, face) => darkHairOf(colour, { hair, skin, owner }, face));
  if (heads.every((head) => head === null)) return colour;
  const [areas, glares] = [new Float64Array(faces), new Float64Array(faces)];
  const glare = mapPlane(hair, (own, at) => {
    const face = owner[at] ?? 0;
    const head = heads[face];
    if (!head || own === 0) return 0;
    const from = Math.max(glareFrom * head.skin, head.luma + leastGlare);
    const to = Math.max(surelyGlare * head.skin, head.luma + muchGlare);
    const chroma = Math.hypot(colour.blueness.data[at] ?? 0, colour.redness.data[at] ?? 0);
    const here = own * smoothstep(from, to, colour.luma.data[at] ?? 0) * smoothstep(coloured, colourless, chroma);
    areas[face] = (areas[face] ?? 0) + own;
    glares[face] = (glares[face] ?? 0) + here;
    return here;
  });
  const dark = heads.map((head, face) => ((glares[face] ?? 0) > mostGlare * (areas[face] ?? 0) ? null : head));
  const mixed = copyColour(colour);
  inRanges(owner.length, (from, to) => dull(mixed, glare.data, { owner, heads: dark }, from, to));
  return mixed;
}

/** Moves glare towards the colour of the hair around it, in place. */
function dull(
  { luma, blueness, redness }: LumaChroma,
  glare: Float32Array,
  { owner, heads }: { owner: Uint8Array; heads: readonly (DarkHair | null)[] },
  from: number,
  to: number,
): void {
  for (let at = from; at < to; at += 1) {
    const share = dulled * (glare[at] ?? 0);
    const head = share === 0 ? null : heads[owner[at] ?? 0];
    if (!head) continue;
    luma.data[at] = (luma.data[at] ?? 0) + (head.luma - (luma.data[at] ?? 0)) * share;
    blueness.data[at] = (blueness.data[at] ?? 0) + (head.blueness - (blueness.data[at] ?? 0)) * share;
    redness.data[at] = (redness.data[at] ?? 0) + (head.redness - (redness.data[at] ?? 0)) * share;
  }
}

/** Mean colour of the darkest part of a head's hair; null if it is not dark. */
function darkHairOf(
  { luma, blueness, redness }: LumaChroma,
  { hair, skin, owner }: OwnedHead,
  face: number,
): DarkHair | null {
  const [ofHair, lumasOfSkin]: [number[], number[]] = [[], []];
  for (let at = 0; at < owner.length; at += 3) {
    if (owner[at] !== face) continue;
    if ((hair.data[at] ?? 0) > 0.5) ofHair.push(at);
    else if ((skin.data[at] ?? 0) > 0.8) lumasOfSkin.push(luma.data[at] ?? 0);
  }
  ofHair.sort((one, other) => (luma.data[one] ?? 0) - (luma.data[other] ?? 0));
  const darkest = ofHair.slice(0, Math.ceil(darkestPart * ofHair.length));
  const mean = ({ data }: Plane) => darkest.reduce((sum, at) => sum + (data[at] ?? 0), 0) / Math.max(1, darkest.length);
  const found = { luma: mean(luma), blueness: mean(blueness), redness: mean(redness), skin: medianOf(lumasOfSkin) };
  return found.luma > Math.min(darkHair, found.skin) ? null : found;
}
