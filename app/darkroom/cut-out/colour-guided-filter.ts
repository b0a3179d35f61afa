import { boxBlurLayers, type Layers } from "../opencv/strips.ts";
import type { Photo } from "../work.ts";
import type { Plane } from "../pixels/plane.ts";

/**
 * Guided filter with a colour guide (He, Sun, Tang: Guided Image Filtering, 2013, section 3.6) as linear functions
 * `red * R + green * G + blue * B + offset` of bytes, which can be enlarged. `contrast`, 0 to 1, is the deviation of
 * an edge.
 */
export function colourGuidedFit(plane: Plane, guide: Photo, radius: number, contrast: number): Layers {
  const { width, height } = plane;
  const layers = () => ({ width, height, depth: 4, data: new Float32Array(plane.data.length * 4) });
  const [colours, products, powers, mixed] = [layers(), layers(), layers(), layers()];
  for (let at = 0, to = 0; at < plane.data.length; at += 1, to += 4) {
    const red = (guide.data[at * 3] ?? 0) / 255;
    const green = (guide.data[at * 3 + 1] ?? 0) / 255;
    const blue = (guide.data[at * 3 + 2] ?? 0) / 255;
    const value = plane.data[at] ?? 0;
    write(colours.data, to, red, green, blue, value);
    write(products.data, to, red * value, green * value, blue * value, 0);
    write(powers.data, to, red * red, green * green, blue * blue, 0);
    write(mixed.data, to, red * green, red * blue, green * blue, 0);
  }
  const blurred = (layer: Layers) => boxBlurLayers(layer, radius).data;
  const [means, withPlane] = [blurred(colours), blurred(products)];
  const [squares, crossed] = [blurred(powers), blurred(mixed)];
  const tolerance = contrast * contrast;
  const fitted = new Float32Array(plane.data.length * 4);
  for (let at = 0; at < fitted.length; at += 4) {
    const mr = means[at] ?? 0;
    const mg = means[at + 1] ?? 0;
    const mb = means[at + 2] ?? 0;
    const mp = means[at + 3] ?? 0;
    // Covariances, solved by the adjugate matrix.
    const rr = (squares[at] ?? 0) - mr * mr + tolerance;
    const gg = (squares[at + 1] ?? 0) - mg * mg + tolerance;
    const bb = (squares[at + 2] ?? 0) - mb * mb + tolerance;
    const rg = (crossed[at] ?? 0) - mr * mg;
    const rb = (crossed[at + 1] ?? 0) - mr * mb;
    const gb = (crossed[at + 2] ?? 0) - mg * mb;
    const rp = (withPlane[at] ?? 0) - mr * mp;
    const gp = (withPlane[at + 1] ?? 0) - mg * mp;
    const bp = (withPlane[at + 2] ?? 0) - mb * mp;
    const i00 = gg * bb - gb * gb;
    const i01 = rb * gb - rg * bb;
    const i02 = rg * gb - rb * gg;
    const i11 = rr * bb - rb * rb;
    const i12 = rg * rb - rr * gb;
    const i22 = rr * gg - rg * rg;
    const determinant = rr * i00 + rg * i01 + rb * i02;
    const red = (i00 * rp + i01 * gp + i02 * bp) / determinant;
    const green = (i01 * rp + i11 * gp + i12 * bp) / determinant;
    const blue = (i02 * rp + i12 * gp + i22 * bp) / determinant;
    fitted[at] = red / 255;
    fitted[at + 1] = green / 255;
    fitted[at + 2] = blue / 255;
    fitted[at + 3] = mp - red * mr - green * mg - blue * mb;
  }
  return boxBlurLayers({ width, height, depth: 4, data: fitted }, radius);
}

function write(data: Float32Array, at: number, first: number, second: number, third: number, fourth: number): void {
  data[at] = first;
  data[at + 1] = second;
  data[at + 2] = third;
  data[at + 3] = fourth;
}
