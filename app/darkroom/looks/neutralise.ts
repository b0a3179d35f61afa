import type { Photo } from "../photo.ts";
import { bilinearRows } from "../pixels/bilinear-rows.ts";
import type { Plane } from "../pixels/plane.ts";
import { encodedOf, linearOf } from "./light.ts";
import type { Cast } from "./measure-cast.ts";

const leastCorrection = 0.02;
/** Levels: a primary may be clipped from the first, surely after the second. */
const [endsFrom, endsWithin] = [232, 16];

/** Removes the cast where it lies (`castMap`, 0 to 1, any size). Clipped areas become white, not green. */
export function neutralise(photo: Photo, { tint, trust, gains }: Cast, castMap: Plane): Photo {
  if (trust * Math.hypot(tint.red, tint.blue) < leastCorrection) return photo;
  const { width, height, data } = photo;
  const [ofRed, ofGreen, ofBlue] = gains.map((gain) => changeBy(gain));
  if (!ofRed || !ofGreen || !ofBlue) return photo;
  const out = new Uint8Array(data.length);
  const shares = new Float32Array(width);
  const read = bilinearRows(castMap, width, height);
  for (let y = 0, at = 0; y < height; y += 1) {
    read(y, shares);
    for (let x = 0; x < width; x += 1, at += 3) {
      const share = shares[x] ?? 0;
      const r = data[at] ?? 0;
      const g = data[at + 1] ?? 0;
      const b = data[at + 2] ?? 0;
      const green = g + (ofGreen[g] ?? 0) * share;
      let red = r + (ofRed[r] ?? 0) * share;
      let blue = b + (ofBlue[b] ?? 0) * share;
      if (r > endsFrom && red < green) red += (Math.min(r, green) - red) * Math.min(1, (r - endsFrom) / endsWithin);
      if (b > endsFrom && blue < green) blue += (Math.min(b, green) - blue) * Math.min(1, (b - endsFrom) / endsWithin);
      out[at] = red > 254.5 ? 255 : red + 0.5;
      out[at + 1] = green > 254.5 ? 255 : green + 0.5;
      out[at + 2] = blue > 254.5 ? 255 : blue + 0.5;
    }
  }
  return { width, height, data: out };
}

function changeBy(gain: number): Float32Array {
  return linearOf.map((light, level) => encodedOf(light * gain) * 255 - level);
}
