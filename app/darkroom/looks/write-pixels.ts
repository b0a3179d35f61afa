import type { Photo } from "../work.ts";
import { lumaWeights } from "../pixels/colour.ts";
import { smoothstep } from "../pixels/plane.ts";

/** A row of a look: luma, and the photo's differences of red and blue from luma with their gain. */
export interface ColourRow {
  readonly tone: Float32Array;
  readonly gain: Float32Array;
  readonly red: Float32Array;
  readonly blue: Float32Array;
}

const perByte = 1 / 255;
const [greenOfRed, greenOfBlue] = [-lumaWeights.red / lumaWeights.green, -lumaWeights.blue / lumaWeights.green];

/** Limits that only the photo's own tones exceed. */
const [brightest, darkest] = [0.974, 0.008];
/** Distance below the brightest tone where compression starts. */
const [plainShoulder, colourShoulder] = [0.07, 0.12];

/**
 * Compresses bright tones and desaturates colours outside sRGB gradually, so shape and hue stay. `dither`: levels of
 * grain.
 */
export function writeRow(
  { width, data }: Photo,
  y: number,
  { tone, gain, red, blue }: ColourRow,
  dither: number,
  out: Uint8Array,
): void {
  for (let x = 0, at = y * width, to = at * 3; x < width; x += 1, at += 1, to += 3) {
    const r = data[to] ?? 0;
    const g = data[to + 1] ?? 0;
    const b = data[to + 2] ?? 0;
    const reached = Math.max(r, g, b) * perByte;
    const highest = Math.max(brightest, reached);
    const lowest = Math.min(darkest, Math.min(r, g, b) * perByte);
    let luma = tone[x] ?? 0;
    let cr = (red[x] ?? 0) * (gain[x] ?? 1);
    let cb = (blue[x] ?? 0) * (gain[x] ?? 1);
    let cg = greenOfRed * cr + greenOfBlue * cb;
    const up = Math.max(cr, cg, cb);
    const down = Math.min(cr, cg, cb);
    if (luma < 0.02) luma = 0.02 * Math.exp((luma - 0.02) / 0.02);
    let fits = 1;
    const shoulder = plainShoulder + colourShoulder * Math.min(1, up * 4);
    const knee = highest - shoulder;
    const over = luma + up - knee;
    if (over > 0) {
      const drawn = knee + (shoulder * over) / (over + shoulder);
      // Keeps brightness that the photo had.
      const fit = Math.max(drawn, Math.min(luma + up, reached));
      // Pure colours lose too much when darkened.
      const pure = Math.max(0, Math.min(1, (3 * (luma + down)) / luma));
      // Clipped areas would only turn paler.
      const darker = 1 - 0.55 * Math.min(1, up * 12) * Math.min(1, (1 - reached) * 10);
      const excess = luma + up - fit;
      // In a coloured lamp's light the excess exceeds the luma: scaling the whole colour is the darkest choice.
      const saturated = (fit / (luma + up)) * luma;
      const scaled = smoothstep(0.3, 0.8, excess / luma) * saturated;
      luma = Math.max(scaled, Math.min(fit, luma - darker * pure * excess));
      // A pure colour gets no brighter than its saturation allows: yellow petals would turn pale.
      if (pure < 1 && luma > saturated) {
        const own = (lumaWeights.red * r + lumaWeights.green * g + lumaWeights.blue * b) * perByte;
        luma += (Math.min(luma, Math.max(own, saturated)) - luma) * (1 - pure);
      }
      fits = Math.max(0, Math.min(1, (fit - luma) / (up + 1e-6)));
    }
    if (luma + down * fits < lowest) {
      if (luma < lowest) luma = lowest;
      fits = Math.min(fits, (luma - lowest) / (1e-6 - down));
    }
    cr *= fits;
    cg *= fits;
    cb *= fits;
    const grain = ((Math.imul(at ^ 0x5bd1e995, 0x2545f491) >>> 16) / 65_536 - 0.5) * dither + 0.5;
    out[to] = (luma + cr) * 255 + grain;
    out[to + 1] = (luma + cg) * 255 + grain;
    out[to + 2] = (luma + cb) * 255 + grain;
  }
}
