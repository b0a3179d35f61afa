import { type Size, softBlur } from "../opencv/filters.ts";
import { clamp, emptyPlane, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { edgeFlow } from "./flow.ts";
import { paintGouache } from "./gouache.ts";
import { clouds, randomAt } from "./planes-noise.ts";
import { blurColour, mixColours, smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";
import { paintSheet, sheetReader } from "./sheet.ts";
import { openSky, paintSky } from "./sky.ts";

/** A painted background: gouache without ink, luminous greens, cumulus in an open sky, warm light from the left. */
export function paintGhibli(seen: Seen, strength: number): Photo {
  const { unit, sheet } = seen;
  const first = blurColour(seen.colour, 1.3 * unit);
  const detail = smoothGuided(seen.colour, first, { reach: 5 * unit, range: 0.25, rounds: 1 });
  const calm = smoothGuided(seen.colour, first, { reach: 14 * unit, range: 0.17, rounds: 2 });
  const painted = paintGouache(seen, detail, edgeFlow(calm.luma, Math.max(1, 2.6 * unit)));
  const sky = openSky(first, unit);
  const air = clouds({ ...seen.canvas, wave: Math.max(4, 150 * unit), seed: 91, octaves: 4 });
  const pale = paleGround(painted.luma, seen, sky);
  const flat = mixColours(painted, calm, (at) => calmer * (pale.data[at] ?? 0));
  const wash = mapPlane(air, (own) => 2 * smoothstep(-0.6, 0.6, own) - 1);
  const tint = shareOfTint(pale);
  const tinted = (plane: Plane, cool: number, light: number) =>
    mapPlane(plane, (own, at) => own + tint * (pale.data[at] ?? 0) * (cool + light * (wash.data[at] ?? 0)));
  const full = {
    luma: withBody(flat.luma, pale, wash, unit),
    blueness: tinted(flat.blueness, 0.015, -0.013),
    redness: tinted(flat.redness, -0.012, 0.012),
  };
  const ground = sky ? mixColours(full, paintSky(sky, unit), (at) => sky.data[at] ?? 0) : full;
  const glow = softBlur(
    mapPlane(ground.luma, (own) => Math.max(0, own - 0.62)),
    40 * unit,
  );
  const motes = motesOf(seen.canvas, unit);
  const { luma, blueness, redness } = ground;
  const read = sheetReader(seen, [glow, air, luma, blueness, redness, motes, sky ?? air, pale]);
  const warmed = [0, 0, 0];
  return paintSheet(seen, strength, (y, into) => {
    const down = y / sheet.height;
    const [glows, airs, lumas, blues, reds, floating, skies, pales] = read(y);
    for (let x = 0, to = 0; x < sheet.width; x += 1, to += 3) {
      const [tone, blue, red] = [lumas?.[x] ?? 0, blues?.[x] ?? 0, reds?.[x] ?? 0];
      const open = sky ? (skies?.[x] ?? 0) : 0;
      warm(warmed, tone, blue, red);
      const across = x / sheet.width;
      const sun = Math.max(0, 1 - Math.sqrt(across * across + down * down) * 1.1);
      const mist = 0.6 * (glows?.[x] ?? 0) + 0.015 + 0.025 * (airs?.[x] ?? 0) + 0.22 * sun;
      const clear = (1 - 0.75 * open) * (1 - 0.65 * (pales?.[x] ?? 0));
      const haze = Math.max(clamp(0, mist, 1), floating?.[x] ?? 0) * clear;
      const mixed = (own: number, paint: number) => paint + (own - paint) * open;
      const lit = mixed(tone, warmed[0] ?? 0);
      into[to] = lit + (0.97 - lit) * haze;
      into[to + 1] = mixed(blue, warmed[1] ?? 0) * (1 - 0.5 * haze) - 0.05 * haze;
      into[to + 2] = mixed(red, warmed[2] ?? 0) * (1 - 0.5 * haze) + 0.02 * haze;
    }
  });
}

/** Share without dabs in bright surroundings, where they would be the only forms. */
const calmer = 0.55;

/** Luma of surroundings that warm light would wash out. */
const [paleFrom, palest] = [0.6, 0.88];

function paleGround(luma: Plane, { face, skin, unit }: Seen, sky: Plane | null): Plane {
  return mapPlane(softBlur(luma, 24 * unit), (around, at) => {
    const other = Math.max(face.data[at] ?? 0, skin.data[at] ?? 0, sky?.data[at] ?? 0);
    return smoothstep(paleFrom, palest, around) * (1 - other);
  });
}

/** Full where it is bright above and dark below: blue and cream clouds would turn a white wall into a sky. */
function shareOfTint({ height, data }: Plane): number {
  const third = Math.max(1, Math.floor(height / 3)) * (data.length / height);
  const meanOf = (part: Float32Array) => part.reduce((sum, own) => sum + own, 0) / part.length;
  const above = meanOf(data.subarray(0, third)) - meanOf(data.subarray(data.length - third));
  return 0.3 + 0.7 * smoothstep(0.15, 0.5, above);
}

/** Bright walls, fields and snow get middle tones, drawn forms, and shade away from the sun. */
function withBody(luma: Plane, pale: Plane, wash: Plane, unit: number): Plane {
  const { width, height } = luma;
  const around = softBlur(luma, 24 * unit);
  return mapPlane(luma, (own, at) => {
    const share = pale.data[at] ?? 0;
    const far = 0.5 * ((at % width) / width + Math.floor(at / width) / height);
    const form = 0.7 * (own - (around.data[at] ?? 0)) + 0.05 * (wash.data[at] ?? 0);
    return clamp(0, own + share * (form - 0.09 - 0.11 * far), 1);
  });
}

const moteCount = 45;

/** Pollen in the light, larger and rarer in front. */
function motesOf({ width, height }: Size, unit: number): Plane {
  const motes = emptyPlane(width, height);
  for (let index = 0; index < moteCount; index += 1) {
    const random = (seed: number) => randomAt(index, seed, 17);
    const radius = (1.8 + 6 * random(1) ** 3) * unit;
    const [x, y] = [random(2) * width, random(3) * height];
    const share = 0.15 + 0.3 * random(4);
    const [top, bottom] = [Math.max(0, Math.floor(y - radius)), Math.min(height - 1, Math.ceil(y + radius))];
    const [left, right] = [Math.max(0, Math.floor(x - radius)), Math.min(width - 1, Math.ceil(x + radius))];
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const at = row * width + column;
        const own = share * smoothstep(1, 0.3, Math.hypot(column - x, row - y) / radius);
        motes.data[at] = Math.max(motes.data[at] ?? 0, own);
      }
    }
  }
  return motes;
}

const mostChroma = 0.27;

function warm(into: number[], luma: number, blueness: number, redness: number): void {
  const lit = clamp(0, luma + 0.22 * luma * (1 - luma) + 0.015, 1);
  const dark = smoothstep(0.4, 0.03, lit);
  const light = smoothstep(0.45, 0.95, lit);
  const green = smoothstep(0.015, -0.07, redness) * smoothstep(0.03, -0.06, blueness);
  const sky = smoothstep(0.01, 0.1, blueness) * smoothstep(0.03, -0.05, redness);
  const blue = blueness * (1.42 + 0.3 * green + 0.25 * sky) - 0.022 * light * (1 - sky) + 0.022 * dark;
  const red = redness * (1.4 + 0.2 * green) + 0.013 * light * (1 - sky) - 0.014 * dark - 0.014 * green;
  const chroma = Math.hypot(blue, red);
  const held = chroma > 0 ? (mostChroma * Math.tanh(chroma / mostChroma)) / chroma : 1;
  into[0] = clamp(0, lit + 0.035 * dark + 0.03 * sky + 0.03 * green, 1);
  into[1] = blue * held;
  into[2] = red * held;
}
