import { cubicRows } from "../pixels/cubic-rows.ts";
import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";
import type { Cut } from "./cut.ts";
import { grainTable } from "./grain.ts";
import { type LightMatch, lit, warmthGains } from "./match-light.ts";

export interface Composition {
  cut: Cut;
  /** What stands behind, as large as the cut-out. */
  behind: Photo;
  light: LightMatch;
  /** The cut-out's alpha, small: what light wraps round is found on it. */
  smallAlpha: Plane;
  /** How much of the light reaches the background, per pixel of a small plane: less where the subject's shadow falls. */
  shadow: Plane | null;
  /** The photo's noise, as a standard deviation from 0 to 1: the background gets as much. */
  grain: number;
}

/** How much of the light behind spills over the subject's rim at most; of the dark behind, half of it. */
const wrapStrength = 0.4;

/** Puts a cut-out in front of a picture: lit by it, its rim caught by the light behind, in one grain. */
export function compose({ cut, behind, light, smallAlpha, shadow, grain }: Composition): Photo {
  const { foreground, alpha } = cut;
  const { width, height } = foreground;
  // Rounds and keeps within a byte whatever is written.
  const picture = new Uint8ClampedArray(behind.data.length);
  const wrap = rowsOf(rimOf(smallAlpha), width, height);
  const [gains, warmths] = [rowsOf(light.gain, width, height), rowsOf(light.warmth, width, height)];
  const shadows = shadow && rowsOf(shadow, width, height);
  const noise = grainTable(grain);
  for (let y = 0, at = 0; y < height; y += 1) {
    const [gain, warmth, rim, shade] = [gains(y), warmths(y), wrap(y), shadows?.(y)];
    for (let x = 0; x < width; x += 1, at += 1) {
      const solid = firm(alpha.data[at] ?? 0);
      const dim = shade ? (shade[x] ?? 1) : 1;
      const speck = noise(at);
      const to = at * 3;
      if (solid === 0) {
        picture[to] = (behind.data[to] ?? 0) * dim + speck;
        picture[to + 1] = (behind.data[to + 1] ?? 0) * dim + speck;
        picture[to + 2] = (behind.data[to + 2] ?? 0) * dim + speck;
        continue;
      }
      for (let channel = 0; channel < 3; channel += 1) {
        const back = (behind.data[to + channel] ?? 0) * dim;
        const own = (foreground.data[to + channel] ?? 0) / 255;
        const haze = light.haze[channel] ?? 0;
        const front = lit(own, gain[x] ?? 1, warmth[x] ?? 0, warmthGains[channel] ?? 0, haze) * 255;
        const caught = front + (back - front) * (rim[x] ?? 0) * (back > front ? 1 : 0.5);
        picture[to + channel] = caught * solid + (back + speck) * (1 - solid);
      }
    }
  }
  return { width, height, data: new Uint8Array(picture.buffer) };
}

/**
 * The outer third of an edge is more the old background than the subject: a bright wall's would glow before a dark
 * scene. The rest makes the edge.
 */
const firm = (alpha: number) => (alpha <= 0.35 ? 0 : alpha >= 0.95 ? 1 : (alpha - 0.35) / 0.6);

/** A small plane read row by row at the picture's size. */
function rowsOf(plane: Plane, width: number, height: number): (y: number) => Float32Array {
  const read = cubicRows(plane, width, height);
  const row = new Float32Array(width);
  return (y) => {
    read(y, row);
    return row;
  };
}

/** Where light from behind comes round the edge: a narrow band inside the outline. */
function rimOf(alpha: Plane): Plane {
  const near = gaussianBlur(alpha, Math.max(alpha.width, alpha.height) * 0.006);
  const rim = emptyPlane(alpha.width, alpha.height);
  for (let at = 0; at < rim.data.length; at += 1) rim.data[at] = Math.max(0, 1 - (near.data[at] ?? 0)) * wrapStrength;
  return rim;
}
