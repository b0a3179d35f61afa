import { softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { clamp, emptyPlane, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import { withoutHoles } from "./outline.ts";
import { clouds as cloudNoise, randomAt } from "./planes-noise.ts";

/** Greyness, share of the top row and of the picture. */
const [skyChroma, ofTopRow, ofPicture] = [0.11, 0.5, 0.05];

/** Pale skies are lighter and less warm than most walls. */
const [blueFrom, openLuma, warmest, reddest] = [0.02, 0.86, -0.022, 0.012];

/** As a share of the picture: clouds, wires and birds within the sky are painted over. */
const largestHole = 0.03;

/** Pale or blue; null without one. A pale wall is none. */
export function openSky(colour: LumaChroma, unit: number): Plane | null {
  const open = skyColoured(colour);
  const sky = skyFromTop(colour, (at) => open[at] === 1, { luma: 0.018, chroma: 0.012 });
  if (!sky || !isOutdoors(sky, colour, unit)) return null;
  const near = softBlur(sky, 3 * unit);
  const upToEdges = mapPlane(sky, (own, at) => ((near.data[at] ?? 0) > 0.05 && open[at] === 1 ? 1 : own));
  return softBlur(withoutHoles(upToEdges, largestHole), 1.2 * unit);
}

/** Luma: blue skies grow lighter towards the horizon, hills in haze are darker than the sky above them. */
const darkerBelow = 0.085;

/** 1 where the colour is a sky's. Blue is compared with blue in its column and in whole rows: corners are darker. */
function skyColoured({ luma: { width, height, data }, blueness, redness }: LumaChroma): Uint8Array {
  const open = new Uint8Array(data.length);
  const lightest = new Float32Array(width);
  let lightestRow = 0;
  for (let y = 0, at = 0; y < height; y += 1) {
    let [sum, count] = [0, 0];
    for (let x = 0; x < width; x += 1, at += 1) {
      const [tone, blue, red] = [data[at] ?? 0, blueness.data[at] ?? 0, redness.data[at] ?? 0];
      const isPale = tone > openLuma && blue > warmest && red < reddest && blue - red < skyChroma;
      const isBlue = tone + 1.77 * blue > 0.42 && blue > blueFrom && red < 0.4 * blue;
      if (isPale || (isBlue && tone > Math.min(lightest[x] ?? 0, lightestRow) - darkerBelow)) open[at] = 1;
      if (!isBlue || blue < paleBelow) continue;
      sum += tone;
      count += 1;
      lightest[x] = Math.max(lightest[x] ?? 0, tone);
    }
    if (count > 0.25 * width) lightestRow = Math.max(lightestRow, sum / count);
    if (!open.subarray(at - width, at).includes(1)) break;
  }
  return open;
}

/** Mean height as a share of the picture's: a strip above a wall or a fence is not worth a painted sky. */
const lowest = 0.12;
/** A sky ends at something darker, of other colour or in level haze; where most columns do not, a part is missing. */
const [lighterBelow, likeBelow, level, mostFading] = [-0.03, 0.04, 0.03, 0.45];
/** Mean blueness below which a sky is pale, a picture full of it snow, or it is as neutral as a wall. */
const [paleBelow, deepest, coolest] = [0.03, 0.06, 0.006];
/** Shares of pale sky in the top row (windows reach less), and the redness per blueness of purple paint and lamps. */
const [leastPale, leastAmongTrees, purplest] = [0.85, 0.6, 0.3];
/** Shares of plants in the ground, and of columns that end above the bottom: walls reach the floor, skies do not. */
const [mostlyPlants, somePlants, mostEnd] = [0.15, 0.03, 0.95];
/** A tree line is bent and sharp across the picture; a wall's edge is straight, soft, or follows a person's outline. */
const [bands, roughBands, roughWithPlants, roughest, darkEdge] = [8, 6, 4, 0.08, 0.1];

function isOutdoors(sky: Plane, { luma, blueness, redness }: LumaChroma, unit: number): boolean {
  const { width, height, data } = sky;
  const ends = new Int32Array(width);
  let [blue, red, count] = [0, 0, 0];
  for (let at = 0; at < data.length; at += 1) {
    if (data[at] === 0) continue;
    blue += blueness.data[at] ?? 0;
    red += redness.data[at] ?? 0;
    count += 1;
    ends[at % width] = at;
  }
  const above = data.subarray(0, width).filter((own) => own > 0).length;
  if (count < lowest * height * above) return false;
  const step = Math.max(1, Math.round(4 * unit));
  let [fading, ended] = [0, 0];
  const rough = new Uint32Array(bands);
  for (const [x, end] of ends.entries()) {
    const under = end + Math.round(2.5 * step) * width;
    if (end === 0 || under >= data.length) continue;
    ended += 1;
    const change = (plane: Plane) => (plane.data[under] ?? 0) - (plane.data[end] ?? 0);
    const isLike = Math.abs(change(blueness)) + Math.abs(change(redness)) < likeBelow && change(luma) > lighterBelow;
    if (isLike && Math.abs(end / width - count / above) > level * height) fading += 1;
    const bend = (ends[x - step] ?? end) + (ends[x + step] ?? end) - 2 * end;
    const band = Math.floor((x * bands) / width);
    if (Math.abs(bend) > step * width && change(luma) < -darkEdge) rough[band] = (rough[band] ?? 0) + 1;
  }
  if (fading > mostFading * above) return false;
  if (blue >= (ended > 0.5 * above ? paleBelow : deepest) * count) return red < -purplest * blue;
  const roughs = rough.filter((own) => own * bands > roughest * width).length;
  const plants = ended > mostEnd * above ? shareOfPlants({ luma, blueness, redness }, ends, step) : 0;
  if (plants > mostlyPlants) return above >= (roughs >= roughBands ? leastAmongTrees : leastPale) * width;
  const isRagged = roughs >= (plants > somePlants ? roughWithPlants : roughBands);
  return isRagged && above >= leastPale * width && blue > coolest * count;
}

/** Olive to green, darker than a sky and uneven, of what lies below it. */
function shareOfPlants({ luma: { width, data }, blueness, redness }: LumaChroma, ends: Int32Array, step: number) {
  let [plants, ground] = [0, 0];
  for (const end of ends) {
    for (let at = end > 0 ? end + 2 * step * width : data.length; at < data.length; at += width) {
      const tone = data[at] ?? 0;
      ground += 1;
      if (tone > 0.75 || Math.abs(tone - (data[at - step] ?? 0)) < 0.02) continue;
      if ((blueness.data[at] ?? 0) < -0.01 && (redness.data[at] ?? 0) < 0.045) plants += 1;
    }
  }
  return plants / Math.max(1, ground);
}

function skyFromTop(
  { luma: { width, height, data }, blueness, redness }: LumaChroma,
  isSky: (at: number) => boolean,
  most: { luma: number; chroma: number },
): Plane | null {
  const sky = emptyPlane(width, height);
  const found: number[] = [];
  for (let at = 0; at < width; at += 1) {
    if (!isSky(at)) continue;
    sky.data[at] = 1;
    found.push(at);
  }
  if (found.length < ofTopRow * width) return null;
  for (const at of found) {
    const column = at % width;
    for (const next of [column > 0 ? at - 1 : -1, column < width - 1 ? at + 1 : -1, at - width, at + width]) {
      if (sky.data[next] !== 0 || !isSky(next)) continue;
      if (Math.abs((data[next] ?? 0) - (data[at] ?? 0)) >= most.luma) continue;
      const bluer = Math.abs((blueness.data[next] ?? 0) - (blueness.data[at] ?? 0));
      if (bluer + Math.abs((redness.data[next] ?? 0) - (redness.data[at] ?? 0)) >= most.chroma) continue;
      sky.data[next] = 1;
      found.push(next);
    }
  }
  return found.length > ofPicture * width * height ? sky : null;
}

type Paint = readonly [number, number, number];
const [zenith, horizon]: Paint[] = [
  [0.47, 0.2, -0.19],
  [0.86, 0.045, -0.062],
];
const [lit, shaded]: Paint[] = [
  [0.985, -0.008, 0.006],
  [0.8, 0.038, -0.026],
];

export function paintSky(sky: Plane, unit: number): LumaChroma {
  const { width, height } = sky;
  const planes = [emptyPlane(width, height), emptyPlane(width, height), emptyPlane(width, height)] as const;
  const low = lowestSky(sky);
  for (const [part, plane] of planes.entries()) {
    const [above = 0, below = 0] = [zenith?.[part], horizon?.[part]];
    for (let y = 0; y < height; y += 1) {
      plane.data.fill(above + (below - above) * clamp(0, y / low, 1) ** 0.8, y * width, (y + 1) * width);
    }
  }
  const rough = cloudNoise({ width, height, wave: Math.max(4, 26 * unit), seed: 57, octaves: 3 });
  for (const puff of puffsOf({ width, low })) layPuff(planes, sky, rough, puff);
  return { luma: planes[0], blueness: planes[1], redness: planes[2] };
}

function lowestSky({ width, data }: Plane): number {
  const most = 0.97 * data.reduce((sum, own) => sum + own, 0);
  let sum = 0;
  const last = data.findIndex((own) => {
    sum += own;
    return sum > most;
  });
  return Math.max(8, Math.floor(last / width));
}

/** The cloud ends at `base` and fades over `fade` px; `up`: 0 at the bank's foot, 1 at its crown. */
type Puff = Readonly<Record<"x" | "y" | "radius" | "base" | "fade" | "up", number>>;

/** Centre, base, half width and height as shares of the sky's width and height; farther ones first. */
const banks = [
  { x: 0.08, base: 0.97, wide: 0.3, high: 0.26 },
  { x: 0.98, base: 0.95, wide: 0.32, high: 0.34 },
  { x: 0.55, base: 1.0, wide: 0.34, high: 0.22 },
  { x: 0.74, base: 0.72, wide: 0.2, high: 0.4 },
  { x: 0.2, base: 0.52, wide: 0.17, high: 0.26 },
] as const;
const puffsOfBank = 46;

function puffsOf({ width, low }: { width: number; low: number }): Puff[] {
  const side = Math.min(width, 2.2 * low);
  return banks.flatMap((bank, index) => {
    const [wide, high] = [bank.wide * Math.min(width, 2.6 * low), bank.high * side * 0.62];
    const base = bank.base * low;
    const puffs = Array.from({ length: puffsOfBank }, (_, count): Puff => {
      const random = (seed: number) => randomAt(count, index, 70 + seed);
      const across = 2 * random(1) - 1;
      const top = (1 - across * across) ** 0.8 * (0.55 + 0.45 * random(2));
      const up = random(3) ** 1.4 * top;
      const radius = (0.15 + 0.17 * random(4)) * high * (1.2 - 0.35 * up) * (1 - 0.45 * Math.abs(across));
      return {
        x: bank.x * width + across * wide,
        y: base - up * high,
        radius,
        base,
        fade: 0.5 * high,
        up: up + 0.25 * (0.5 - across),
      };
    });
    return puffs.toSorted((one, other) => one.y - other.y);
  });
}

function layPuff(planes: readonly Plane[], sky: Plane, rough: Plane, { x, y, radius, base, fade, up }: Puff): void {
  const { width, height } = sky;
  const reach = 1.25 * radius;
  const [left, right] = [Math.max(0, Math.floor(x - reach)), Math.min(width - 1, Math.ceil(x + reach))];
  const [top, bottom] = [Math.max(0, Math.floor(y - reach)), Math.min(height - 1, Math.ceil(y + reach))];
  for (let row = top; row <= bottom; row += 1) {
    const below = smoothstep(base + 0.15 * fade, base - fade, row);
    if (below === 0) continue;
    for (let column = left; column <= right; column += 1) {
      const at = row * width + column;
      if ((sky.data[at] ?? 0) < 0.02) continue;
      const [across, down] = [(column - x) / radius, (row - y) / radius];
      const far = Math.hypot(across, down) + 0.34 * (rough.data[at] ?? 0);
      const share = smoothstep(1, 0.7, far) * below;
      if (share === 0) continue;
      const turned = -0.3 * across - 0.55 * down + 0.35 * (rough.data[at] ?? 0);
      const light = smoothstep(-0.5, 0.75, turned + up);
      for (let part = 0; part < 3; part += 1) {
        const plane = planes[part];
        if (!plane) continue;
        const aim = (shaded?.[part] ?? 0) + ((lit?.[part] ?? 0) - (shaded?.[part] ?? 0)) * light;
        plane.data[at] = (plane.data[at] ?? 0) + (aim - (plane.data[at] ?? 0)) * share;
      }
    }
  }
}
