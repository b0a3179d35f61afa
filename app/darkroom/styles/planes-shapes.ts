import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { type Region, type Size, withMats } from "../opencv/filters.ts";
import { openCv } from "../opencv/opencv.ts";
import { bilinearRows, inRanges, type Plane } from "../pixels/plane.ts";
import { firstSkin, type KindOfPlace, mostSkins, type Palette, paletteOf, type Shade } from "./palette.ts";
import type { Seen } from "./seeing.ts";

export interface Shapes extends Size, Omit<Palette, "labels"> {
  readonly shares: readonly Uint8Array[];
  readonly winner: Uint8Array;
  readonly beard: Plane | null;
}

export interface ShapeOptions {
  shades: Record<KindOfPlace, number>;
  tone?: number;
  /** Half the side of the neighbourhood, canvas px at 940. */
  round?: number;
}

/** Runs k-means per kind of place, then a majority vote of blurred shares for round outlines. */
export function flatShapes(colour: LumaChroma, seen: Seen, { shades, tone = 1, round = 2 }: ShapeOptions): Shapes {
  const { width, height } = colour.luma;
  const { labels, ...found } = paletteOf(colour, groupsOf(seen), { shades, tone });
  const palette = { ...found, palette: calmSkin(found, labels) };
  const radius = Math.max(1, Math.round(round * seen.unit));
  const winner = new Uint8Array(width * height);
  const most = new Uint8Array(width * height);
  const shares = boxesOf(labels, palette.palette.length, { width, height }, 2 * radius).map((box, shade) => {
    const share = new Uint8Array(width * height);
    if (!box) return share;
    const part = shareWithin(labels, shade, { box, width, radius });
    for (let y = 0; y < box.height; y += 1) {
      const start = (box.top + y) * width + box.left;
      const row = part.subarray(y * box.width, (y + 1) * box.width);
      share.set(row, start);
      compete(row, shade, most, winner, start);
    }
    return share;
  });
  return { width, height, ...palette, shares, winner, beard: seen.beard };
}

/** Luma within which a shade of skin differs freely from the most frequent one, and the share of it beyond. */
const [calmLight, calmShare] = [0.09, 0.3];
/** Share of its own saturation and hue that a shade of skin beyond `calmLight` loses. */
const calmHue = 0.7;

/** Brings highlights and shadows of a face closer together: flat shapes turn them into masks and beards. */
function calmSkin({ palette, kinds, groups }: Omit<Palette, "labels">, labels: Uint8Array): Shade[] {
  const counts = new Uint32Array(palette.length);
  for (let at = 0; at < labels.length; at += 3) counts[labels[at] ?? 0] = (counts[labels[at] ?? 0] ?? 0) + 1;
  return palette.map((shade, index): Shade => {
    if (kinds[index] !== "skin") return shade;
    const others = palette.map((_, other) => other).filter((other) => groups[other] === groups[index]);
    const main = palette[others.reduce((one, other) => ((counts[other] ?? 0) > (counts[one] ?? 0) ? other : one))];
    if (!main) return shade;
    const apart = shade[0] - main[0];
    const beyond = Math.max(0, Math.abs(apart) - calmLight);
    const luma = shade[0] - Math.sign(apart) * beyond * (1 - calmShare);
    const calm = calmHue * Math.min(1, beyond / calmLight);
    const towards = (own: number, aim: number) => own + (aim - own) * calm;
    return [luma, towards(shade[1], main[1]), towards(shade[2], main[2])];
  });
}

function compete(row: Uint8Array, shade: number, most: Uint8Array, winner: Uint8Array, start: number): void {
  for (let x = 0, at = start; x < row.length; x += 1, at += 1) {
    const own = row[x] ?? 0;
    if (own <= (most[at] ?? 0)) continue;
    most[at] = own;
    winner[at] = shade;
  }
}

/** The region of each label, with the margin that its blur needs; null without pixels. */
function boxesOf(labels: Uint8Array, count: number, { width, height }: Size, margin: number): (Region | null)[] {
  const [left, right] = [new Int32Array(count).fill(width), new Int32Array(count).fill(-1)];
  const [top, bottom] = [new Int32Array(count).fill(-1), new Int32Array(count)];
  const edges = { left, right, top, bottom };
  for (let y = 0; y < height; y += 1) extendBoxes(labels.subarray(y * width, (y + 1) * width), y, edges);
  return Array.from({ length: count }, (_, label) => {
    if ((right[label] ?? 0) < 0) return null;
    const from = { left: Math.max(0, (left[label] ?? 0) - margin), top: Math.max(0, (top[label] ?? 0) - margin) };
    return {
      ...from,
      width: Math.min(width, (right[label] ?? 0) + margin + 1) - from.left,
      height: Math.min(height, (bottom[label] ?? 0) + margin + 1) - from.top,
    };
  });
}

function extendBoxes(
  row: Uint8Array,
  y: number,
  { left, right, top, bottom }: Record<"left" | "right" | "top" | "bottom", Int32Array>,
): void {
  for (let x = 0; x < row.length; x += 1) {
    const label = row[x] ?? 0;
    if (x < (left[label] ?? 0)) left[label] = x;
    if (x > (right[label] ?? 0)) right[label] = x;
    if ((top[label] ?? 0) < 0) top[label] = y;
    bottom[label] = y;
  }
}

/** Crowds have fewer shades of skin on each face. */
export function shadesOfFaces({ faces }: Seen): { skin: number; hair: number } {
  return { skin: faces.length > 3 ? 2 : 3, hair: Math.max(3, Math.min(6, faces.length) + 1) };
}

function groupsOf(seen: Seen): Uint8Array {
  const groups = new Uint8Array(seen.skin.data.length);
  if (seen.subjectKind !== "none") inRanges(groups.length, (from, to) => group(seen, groups, from, to));
  return groups;
}

function group({ skin, hair, face, owner, subject }: Seen, groups: Uint8Array, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const isHair = (hair.data[at] ?? 0) > 0.5;
    const isSkin = (skin.data[at] ?? 0) > 0.5 || (!isHair && (face.data[at] ?? 0) > 0.5);
    if (isSkin) groups[at] = firstSkin + Math.min(mostSkins - 1, owner[at] ?? 0);
    else if (isHair) groups[at] = 2;
    else if ((subject.data[at] ?? 0) > 0.5) groups[at] = 1;
  }
}

function shareWithin(
  labels: Uint8Array,
  shade: number,
  { box: { left, top, width, height }, width: stride, radius }: { box: Region; width: number; radius: number },
): Uint8Array {
  const cv = openCv();
  const side = 2 * radius + 1;
  return withMats((keep) => {
    const one = keep(new cv.Mat(height, width, cv.CV_8UC1));
    const other = keep(new cv.Mat());
    const bytes: Uint8Array = one.data;
    for (let y = 0; y < height; y += 1) markShade(labels, (top + y) * stride + left, shade, bytes, y * width, width);
    const box = new cv.Size(side, side);
    cv.blur(one, other, box, new cv.Point(-1, -1), cv.BORDER_REPLICATE);
    cv.blur(other, one, box, new cv.Point(-1, -1), cv.BORDER_REPLICATE);
    return one.data.slice();
  });
}

function markShade(
  labels: Uint8Array,
  start: number,
  shade: number,
  marks: Uint8Array,
  to: number,
  width: number,
): void {
  for (let x = 0; x < width; x += 1) marks[to + x] = labels[start + x] === shade ? 250 : 0;
}

export type ColourRow = Float32Array;

export function shapeRows(
  shapes: Shapes,
  size: Size,
  { shadeOf, crisp = 6 }: { shadeOf: (shade: number) => Shade; crisp?: number },
): (y: number, into: ColourRow) => void {
  const drawn = { shapes, size, crisp, colours: shapes.palette.map((_, shade) => shadeOf(shade)) };
  if (!shapes.beard) return (y, into) => drawShapes(drawn, y, into);
  const readBeard = bilinearRows(shapes.beard, size.width, size.height);
  const beard = new Float32Array(size.width);
  return (y, into) => {
    drawShapes(drawn, y, into);
    readBeard(y, beard);
    darken(into, beard);
  };
}

function darken(colours: ColourRow, shares: Float32Array): void {
  for (let x = 0, at = 0; x < shares.length; x += 1, at += 3) {
    const left = 1 - (shares[x] ?? 0);
    if (left === 1) continue;
    colours[at] = (colours[at] ?? 0) * left;
    colours[at + 1] = (colours[at + 1] ?? 0) * left;
    colours[at + 2] = (colours[at + 2] ?? 0) * left;
  }
}

interface DrawnShapes {
  readonly shapes: Shapes;
  readonly size: Size;
  readonly crisp: number;
  readonly colours: readonly Shade[];
}

const candidates = new Int32Array(4);

function drawShapes({ shapes, size, crisp, colours }: DrawnShapes, y: number, into: ColourRow): void {
  const { width, height, shares, winner } = shapes;
  const right = width > 1 ? 1 : 0;
  const below = height > 1 ? width : 0;
  const down = Math.min(height - 1.001, Math.max(0, ((y + 0.5) * height) / size.height - 0.5));
  const row = Math.max(0, Math.floor(down));
  const shareDown = Math.max(0, down - row);
  for (let x = 0, to = 0; x < size.width; x += 1, to += 3) {
    const across = Math.min(width - 1.001, Math.max(0, ((x + 0.5) * width) / size.width - 0.5));
    const column = Math.max(0, Math.floor(across));
    const shareAcross = Math.max(0, across - column);
    const at = row * width + column;
    candidates[0] = winner[at] ?? 0;
    candidates[1] = winner[at + right] ?? 0;
    candidates[2] = winner[at + below] ?? 0;
    candidates[3] = winner[at + below + right] ?? 0;
    let first = candidates[0];
    let second = -1;
    let firstShare = 1;
    let secondShare = 0;
    if (candidates[1] !== first || candidates[2] !== first || candidates[3] !== first) {
      first = -1;
      firstShare = -1;
      secondShare = -1;
      for (let corner = 0; corner < 4; corner += 1) {
        const shade = candidates[corner] ?? 0;
        if (shade === first || shade === second) continue;
        const share = shares[shade];
        if (!share) continue;
        const upperLeft = share[at] ?? 0;
        const lowerLeft = share[at + below] ?? 0;
        const upper = upperLeft + ((share[at + right] ?? 0) - upperLeft) * shareAcross;
        const lower = lowerLeft + ((share[at + below + right] ?? 0) - lowerLeft) * shareAcross;
        const here = upper + (lower - upper) * shareDown;
        if (here > firstShare) {
          second = first;
          secondShare = firstShare;
          first = shade;
          firstShare = here;
        } else if (here > secondShare) {
          second = shade;
          secondShare = here;
        }
      }
    }
    const own = colours[first] ?? noShade;
    const other = second < 0 ? own : (colours[second] ?? own);
    const blend = second < 0 ? 1 : Math.min(1, 0.5 + ((firstShare - secondShare) / 250) * crisp);
    into[to] = other[0] + (own[0] - other[0]) * blend;
    into[to + 1] = other[1] + (own[1] - other[1]) * blend;
    into[to + 2] = other[2] + (own[2] - other[2]) * blend;
  }
}

const noShade: Shade = [0, 0, 0];
