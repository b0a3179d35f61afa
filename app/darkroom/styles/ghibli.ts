import { type Size, softBlur } from "../opencv/filters.ts";
import { clamp, emptyPlane, mapPlane, type Plane, smoothstep } from "../pixels/plane.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import type { Photo } from "../work.ts";
import { edgeFlow } from "./flow.ts";
import { paintFoliage, paintGouache } from "./gouache.ts";
import { clouds, randomAt } from "./planes-noise.ts";
import { blurColour, smoothGuided } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";
import { paintSheet, sheetReader } from "./sheet.ts";
import { openSky, paintSky } from "./sky.ts";

/** A painted background: gouache without ink, luminous greens, cumulus in an open sky, warm light from the left. */
export function paintGhibli(seen: Seen, strength: number): Photo {
  const { unit, canvas } = seen;
  const first = blurColour(seen.colour, 1.3 * unit);
  const detail = smoothGuided(seen.colour, first, { reach: 5 * unit, range: 0.25, rounds: 1 });
  const calm = smoothGuided(seen.colour, first, { reach: 14 * unit, range: 0.17, rounds: 2 });
  const sky = openSky(first, unit);
  const wall = sky ? emptyPlane(canvas.width, canvas.height) : plainGround(calm.luma, seen);
  const model = { ...detail, luma: withForm(detail, unit) };
  const ground = paintGouache(seen, model, edgeFlow(calm.luma, Math.max(1, 2.6 * unit)));
  const air = clouds({ ...canvas, wave: Math.max(4, 150 * unit), seed: 91, octaves: 4 });
  mixInto(ground, calm, wall, calmer);
  shapeGround(ground, { wall, sky, unit });
  if (canHangFoliage(wall, ground)) paintFoliage(ground, wall, unit);
  light(ground, { seen, air, wall, sky });
  const read = sheetReader(seen, [ground.luma, ground.blueness, ground.redness]);
  return paintSheet(seen, strength, (y, into) => {
    const [luma, blueness, redness] = read(y);
    if (luma && blueness && redness) joinRow(luma, blueness, redness, into);
  });
}

function joinRow(luma: Float32Array, blueness: Float32Array, redness: Float32Array, into: Float32Array): void {
  for (let x = 0, to = 0; x < luma.length; x += 1, to += 3) {
    into[to] = luma[x] ?? 0;
    into[to + 1] = blueness[x] ?? 0;
    into[to + 2] = redness[x] ?? 0;
  }
}

/** Share without dabs on plain ground, where they would be the only forms. */
const calmer = 0.45;
/** Share of the upper quarter that foliage needs to hang before. */
const [mostlyPlain, mostColour] = [0.55, 0.13];

/** Plain and pale or grey: saturated ground is wood or a bright wall, which leaves would only cover. */
function canHangFoliage({ width, height, data }: Plane, { blueness, redness }: LumaChroma): boolean {
  const above = width * Math.max(1, height >> 2);
  let [plain, chroma] = [0, 0];
  for (let at = 0; at < above; at += 1) {
    plain += data[at] ?? 0;
    chroma += (data[at] ?? 0) * Math.hypot(blueness.data[at] ?? 0, redness.data[at] ?? 0);
  }
  return plain > mostlyPlain * above && chroma < mostColour * plain;
}

/** Luma between a place and its surroundings, on walls and on what has forms of its own. */
const [plainest, leastForm] = [0.012, 0.035];

/** Full on walls, backdrops and empty floors. */
function plainGround(luma: Plane, { face, skin, unit }: Seen): Plane {
  const around = softBlur(luma, 24 * unit);
  const forms = mapPlane(luma, (own, at) => Math.abs(own - (around.data[at] ?? 0)));
  return mapPlane(softBlur(forms, 30 * unit), (form, at) => {
    const other = Math.max(face.data[at] ?? 0, skin.data[at] ?? 0);
    return smoothstep(leastForm, plainest, form) * (1 - other);
  });
}

/** Blue that distance gives to hills and water: not purple, and neither as deep nor as light as a sky. */
function hazeOf(tone: number, blue: number, red: number): number {
  const hill = smoothstep(0.02, 0.08, blue) * smoothstep(0.03, -0.01, red);
  return hill * smoothstep(0.17, 0.1, blue) * smoothstep(0.88, 0.68, tone);
}

/** Forms that haze and bright light flatten are drawn before they are painted: dabs leave out faint ones. */
function withForm({ luma, blueness, redness }: LumaChroma, unit: number): Plane {
  const around = softBlur(luma, 55 * unit);
  return mapPlane(luma, (own, at) => {
    const mean = around.data[at] ?? 0;
    const hazy = hazeOf(mean, blueness.data[at] ?? 0, redness.data[at] ?? 0);
    return own + (own - mean) * (0.25 + 0.5 * smoothstep(0.6, 0.88, mean) + 1.9 * hazy);
  });
}

interface Ground {
  readonly wall: Plane;
  readonly sky: Plane | null;
  readonly unit: number;
}

/** Warm light and cool shade; plain ground gets spots of sun, and shade away from it. In place. */
function shapeGround({ luma, blueness, redness }: LumaChroma, { wall, sky, unit }: Ground): void {
  const { width, height } = luma;
  const around = softBlur(luma, 30 * unit);
  const leafy = sky ? 0.06 : 0.035;
  const suns = spots(luma, { count: 210, seed: 29, least: 7 * unit, most: 26 * unit, edge: 0.55 });
  for (let y = 0, at = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1, at += 1) {
      const [own, mean, plain] = [luma.data[at] ?? 0, around.data[at] ?? 0, wall.data[at] ?? 0];
      const [blue, red] = [blueness.data[at] ?? 0, redness.data[at] ?? 0];
      const far = 0.5 * (x / width + y / height);
      const [pale, hazy] = [smoothstep(0.6, 0.88, mean), hazeOf(mean, blue, red)];
      const form = clamp(-1, 8 * (own - mean), 1);
      const sun = plain * (suns.data[at] ?? 0) * (1 - 0.6 * far);
      const [dim, dusk] = [smoothstep(0, 0.4, mean), plain * smoothstep(0.35, 0.1, mean)];
      const green = smoothstep(-0.008, -0.05, blue) * smoothstep(leafy, leafy - 0.04, red) * (1 - plain);
      const near = 0.09 * (1 - far) * smoothstep(0.2, 0.4, mean) * (1 - pale);
      const body = pale * (0.08 + 0.1 * far) + plain * (0.05 * far + 0.02 * dim - near) + 0.3 * own * dusk;
      const shade = plain * smoothstep(0.15, 0.75, far) * (1 - 0.5 * dusk);
      const lifted = 0.2 * sun * dim + (0.04 + 0.05 * smoothstep(0.45, 0.15, own)) * green;
      luma.data[at] = clamp(0, own - body + lifted, 1);
      const yellow = form * (0.01 + 0.026 * hazy) + 0.04 * sun + 0.01 * plain * pale + 0.02 * dusk;
      blueness.data[at] = blue * (1 - 0.4 * hazy + 0.3 * green) - yellow;
      const azure = (1 - hazy) * 0.22 * Math.max(0, blue) * smoothstep(0.04, 0, red);
      const rosy = form * 0.006 * (1 - hazy) + 0.012 * sun;
      redness.data[at] =
        red + rosy - azure - hazy * (0.012 + 0.3 * blue) - 0.045 * green - 0.022 * shade - 0.012 * dusk;
    }
  }
  if (!sky) return;
  const paint = paintSky(sky, unit);
  mixInto({ luma, blueness, redness }, paint, sky);
}

function mixInto(colour: LumaChroma, paint: LumaChroma, share: Plane, most = 1): void {
  for (const part of ["luma", "blueness", "redness"] as const) {
    const [own, other] = [colour[part].data, paint[part].data];
    for (let at = 0; at < own.length; at += 1) {
      own[at] = (own[at] ?? 0) + ((other[at] ?? 0) - (own[at] ?? 0)) * most * (share.data[at] ?? 0);
    }
  }
}

interface Light {
  readonly seen: Seen;
  readonly air: Plane;
  readonly wall: Plane;
  readonly sky: Plane | null;
}

/** Warm colours, glow, sun from the upper left and pollen. In place. */
function light({ luma, blueness, redness }: LumaChroma, { seen: { unit }, air, wall, sky }: Light): void {
  const { width, height } = luma;
  const glow = softBlur(
    mapPlane(luma, (own) => Math.max(0, own - 0.62)),
    40 * unit,
  );
  const motes = spots(luma, { count: 45, seed: 17, least: 1.8 * unit, most: 7.8 * unit, edge: 0.3 });
  const warmed = [0, 0, 0];
  for (let y = 0, at = 0; y < height; y += 1) {
    const down = y / height;
    for (let x = 0; x < width; x += 1, at += 1) {
      const [tone, blue, red] = [luma.data[at] ?? 0, blueness.data[at] ?? 0, redness.data[at] ?? 0];
      const open = sky?.data[at] ?? 0;
      warm(warmed, tone, blue, red);
      const across = x / width;
      const sun = Math.max(0, 1 - Math.sqrt(across * across + down * down) * 1.1);
      const mist = 0.6 * (glow.data[at] ?? 0) + 0.015 + 0.025 * (air.data[at] ?? 0) + 0.22 * sun;
      const clear = (1 - 0.75 * open) * (1 - 0.45 * (wall.data[at] ?? 0));
      const haze = Math.max(clamp(0, mist, 1), motes.data[at] ?? 0) * clear;
      const mixed = (own: number, paint: number) => paint + (own - paint) * open;
      const lit = mixed(tone, warmed[0] ?? 0);
      luma.data[at] = lit + (0.97 - lit) * haze;
      blueness.data[at] = mixed(blue, warmed[1] ?? 0) * (1 - 0.5 * haze) - 0.05 * haze;
      redness.data[at] = mixed(red, warmed[2] ?? 0) * (1 - 0.5 * haze) + 0.02 * haze;
    }
  }
}

interface Spots {
  readonly count: number;
  readonly seed: number;
  readonly least: number;
  readonly most: number;
  /** Share of the radius within which a spot is full. */
  readonly edge: number;
}

/** Discs of light, larger ones rarer: pollen, and sun through leaves. */
function spots({ width, height }: Size, { count, seed, least, most, edge }: Spots): Plane {
  const all = emptyPlane(width, height);
  for (let index = 0; index < count; index += 1) {
    const random = (own: number) => randomAt(index, own, seed);
    const radius = least + (most - least) * random(1) ** 3;
    const [x, y] = [random(2) * width, random(3) * height];
    const share = 0.15 + 0.3 * random(4);
    const [top, bottom] = [Math.max(0, Math.floor(y - radius)), Math.min(height - 1, Math.ceil(y + radius))];
    const [left, right] = [Math.max(0, Math.floor(x - radius)), Math.min(width - 1, Math.ceil(x + radius))];
    for (let row = top; row <= bottom; row += 1) {
      for (let column = left; column <= right; column += 1) {
        const at = row * width + column;
        const own = share * smoothstep(1, edge, Math.hypot(column - x, row - y) / radius);
        all.data[at] = Math.max(all.data[at] ?? 0, own);
      }
    }
  }
  return all;
}

const mostChroma = 0.27;

function warm(into: number[], luma: number, blueness: number, redness: number): void {
  const lit = clamp(0, luma + 0.22 * luma * (1 - luma) + 0.015, 1);
  const dark = smoothstep(0.4, 0.03, lit);
  const light = smoothstep(0.45, 0.95, lit);
  const green = smoothstep(0.015, -0.07, redness) * smoothstep(0.03, -0.06, blueness);
  const sky = smoothstep(0.01, 0.1, blueness) * smoothstep(0.03, -0.05, redness);
  const blue = blueness * (1.42 + 0.3 * green + 0.25 * sky) - 0.022 * light * (1 - sky) + 0.022 * dark;
  const red = redness * (1.4 + 0.2 * green) + 0.013 * light * (1 - sky) - 0.024 * dark - 0.014 * green;
  const chroma = Math.hypot(blue, red);
  const held = chroma > 0 ? (mostChroma * Math.tanh(chroma / mostChroma)) / chroma : 1;
  into[0] = clamp(0, lit + 0.05 * dark + 0.03 * sky + 0.03 * green, 1);
  into[1] = blue * held;
  into[2] = red * held;
}
