import type { Photo } from "../work.ts";
import type { Point } from "../vision/faces.ts";
import { type Drawing, hexOf, shaded, taperedStroke } from "./drawn-strokes.ts";
import { lumaOfRgb, type Rgb } from "./face-colours.ts";
import { between, distance, type Landmarks, landmark } from "./face-outlines.ts";

export interface Glasses {
  /** Right rim, then left; closed, clockwise from the right's outer side and the left's inner side. */
  readonly rims: readonly [readonly Point[], readonly Point[]];
  readonly bridge: readonly Point[];
  readonly colour: Rgb;
}

const [angles, radii] = [40, 22];
/** Shares of the distance between the eyes' centres. */
const [nearest, farthest] = [0.25, 0.62];
/** Share of that distance at which a rim's surroundings begin. */
const rimWidth = 0.045;
/** Strength of a rim's line, and of the bridge's. */
const [leastOfRim, leastOfBridge, strongest] = [0.07, 0.06, 0.3];
/** Share of the rim below the eyes that must be visible; above the eyes, brows hide it. */
const leastSeen = 0.7;
const bend = 0.06;

/** Finds thin frames by lines below both eyes and across the nose; bags under eyes lack the latter. Null without. */
export function findGlasses(sheet: Photo, landmarks: Landmarks, turn: number): Glasses | null {
  const [right, left] = [eyeCentre(landmarks, 33, 133), eyeCentre(landmarks, 263, 362)];
  const apart = distance(right, left);
  const reach = Math.max(1.5, rimWidth * apart);
  const found = [right, left].map((centre) => traceRim(sheet, centre, { apart, reach, turn }));
  const bridge = traceBridge(sheet, { right, left, apart, reach, turn });
  const [one, other] = found;
  if (!bridge || !one || !other) return null;
  const colours = [...one, ...other].map((point) => colourAt(sheet, point));
  const median = (channel: 0 | 1 | 2) =>
    colours.map((rgb) => rgb[channel]).toSorted((less, more) => less - more)[colours.length >> 1] ?? 0;
  return { rims: [one, other], bridge, colour: [median(0), median(1), median(2)] };
}

interface GlassesPen {
  readonly unit: number;
  readonly skin: Rgb;
  readonly fade: number;
}

/** Dark frames are ink; frames lighter than the skin get their colour between lines of ink. */
export function drawGlasses(
  drawing: Drawing,
  { rims, bridge, colour }: Glasses,
  { unit, skin, fade }: GlassesPen,
): void {
  const lines = [bridge, ...rims.map((rim) => [...rim, ...rim.slice(0, 2)])];
  const draw = (width: number, ink: Rgb, opacity: number) => {
    for (const line of lines)
      drawing.fill(
        taperedStroke(line, () => width * unit),
        hexOf(ink),
        opacity * fade,
      );
  };
  const isLight = lumaOfRgb(colour) > lumaOfRgb(skin);
  draw(isLight ? 9 : 4.2, shaded(colour, 0.4), 0.9);
  if (isLight) draw(5, colour, 1);
}

const eyeCentre = (landmarks: Landmarks, outer: number, inner: number) =>
  between(landmark(landmarks, outer), landmark(landmarks, inner), 0.5);

interface Scale {
  readonly apart: number;
  readonly reach: number;
  readonly turn: number;
}

/** Traces the strongest smooth ring around an eye; null when the lower half shows none. */
function traceRim(sheet: Photo, centre: Point, { apart, reach, turn }: Scale): Point[] | null {
  const directions = Array.from({ length: angles }, (_, step) => {
    const angle = turn + (step / angles) * 2 * Math.PI;
    return { x: Math.cos(angle), y: Math.sin(angle) };
  });
  const radiusOf = (ring: number) => apart * (nearest + ((farthest - nearest) * ring) / (radii - 1));
  const placeOf = ({ x, y }: Point, ring: number) => ({
    x: centre.x + x * radiusOf(ring),
    y: centre.y + y * radiusOf(ring),
  });
  const darkness = directions.map((direction) =>
    Array.from({ length: radii }, (_, ring) => frameAt(sheet, placeOf(direction, ring), direction, reach)),
  );
  const rings = smoothestPath(darkness);
  const below = rings.flatMap((ring, step) =>
    Math.sin((step / angles) * 2 * Math.PI) > -0.1 ? [darkness[step]?.[ring] ?? 0] : [],
  );
  if (below.filter((dark) => dark > leastOfRim).length < leastSeen * below.length) return null;
  return rings.map((_, step) => {
    const near = [-2, -1, 0, 1, 2].map((by) => rings[(step + by + angles) % angles] ?? 0);
    return placeOf(directions[step] ?? { x: 0, y: 0 }, near.reduce((sum, ring) => sum + ring, 0) / near.length);
  });
}

/** Finds the ring per angle by dynamic programming over two rounds; the middle round is closed. */
function smoothestPath(darkness: readonly (readonly number[])[]): number[] {
  const steps = 2 * angles;
  let totals = new Float64Array(radii);
  const origins: Uint8Array[] = [];
  for (let step = 0; step < steps; step += 1) {
    const here = darkness[step % angles] ?? [];
    const origin = new Uint8Array(radii);
    const next = new Float64Array(radii);
    for (let ring = 0; ring < radii; ring += 1) {
      let best = -Infinity;
      for (let from = Math.max(0, ring - 2); from <= Math.min(radii - 1, ring + 2); from += 1) {
        const total = (totals[from] ?? 0) - bend * Math.abs(ring - from);
        if (total > best) [best, origin[ring]] = [total, from];
      }
      next[ring] = best + (here[ring] ?? 0);
    }
    totals = next;
    origins.push(origin);
  }
  let ring = totals.indexOf(Math.max(...totals));
  const path: number[] = [];
  for (let step = steps - 1; step >= 0; step -= 1) {
    path[step] = ring;
    ring = origins[step]?.[ring] ?? 0;
  }
  const half = angles / 2;
  return Array.from({ length: angles }, (_, step) => path[step < half ? step + angles : step] ?? 0);
}

/** Traces the bridge across the nose from rim to rim, at the height of the inner ends of brows or eyes. */
function traceBridge(
  sheet: Photo,
  { right, left, apart, reach, turn }: Scale & { right: Point; left: Point },
): Point[] | null {
  const down = { x: -Math.sin(turn), y: Math.cos(turn) };
  const columns = [0.44, 0.47, 0.5, 0.53, 0.56];
  const found = columns.map((share) => {
    const on = between(right, left, share);
    let best = { place: on, dark: 0 };
    for (let height = -0.3; height <= 0.3; height += 0.02) {
      const place = { x: on.x + down.x * height * apart, y: on.y + down.y * height * apart };
      const dark = frameAt(sheet, place, down, reach);
      if (dark > best.dark) best = { place, dark };
    }
    return best;
  });
  return found.filter(({ dark }) => dark > leastOfBridge).length >= 4 ? found.map(({ place }) => place) : null;
}

/** Weight of hue against darkness. The offset, in bytes of all primaries, calms hues of dark places. */
const [ofHue, calm] = [1.2, 60];

/** Strength of a dark or coloured line, such as a pink frame on brown skin, against its sides. */
function frameAt(sheet: Photo, { x, y }: Point, normal: Point, reach: number): number {
  const hueAt = (times: number) => {
    const rgb = colourAt(sheet, { x: x + normal.x * times, y: y + normal.y * times });
    const sum = rgb[0] + rgb[1] + rgb[2] + calm;
    return rgb.map((value) => value / sum);
  };
  const own = hueAt(0);
  const off = (times: number) => hueAt(times).reduce((sum, value, at) => sum + Math.abs(value - (own[at] ?? 0)), 0);
  const byHue = Math.min(strongest, ofHue * Math.min(off(reach), off(-reach)));
  return Math.max(byHue, lineAt(sheet, { x, y }, normal, reach));
}

/** Darkness of a thin line against its sides, `reach` px away along `normal`, as a share of their luma. */
export function lineAt(sheet: Photo, { x, y }: Point, normal: Point, reach: number): number {
  const at = (times: number) => lumaOfRgb(colourAt(sheet, { x: x + normal.x * times, y: y + normal.y * times }));
  const beside = Math.min(at(reach), at(-reach));
  return Math.min(strongest, Math.max(0, (beside - at(0)) / (beside + 8)));
}

/** Mean of 3 × 3 px. */
function colourAt({ width, height, data }: Photo, { x, y }: Point): Rgb {
  const [column, row] = [Math.round(x), Math.round(y)];
  const sum: [number, number, number] = [0, 0, 0];
  for (let down = -1; down <= 1; down += 1) {
    for (let across = -1; across <= 1; across += 1) {
      const px = Math.min(width - 1, Math.max(0, column + across));
      const at = (Math.min(height - 1, Math.max(0, row + down)) * width + px) * 3;
      for (let channel = 0; channel < 3; channel += 1)
        sum[channel] = (sum[channel] ?? 0) + (data[at + channel] ?? 0) / 9;
    }
  }
  return sum;
}
