import { boxBlurLayers, type Layers } from "../opencv/strips.ts";
import type { Photo } from "../work.ts";
import { inRanges, type Plane } from "../pixels/plane.ts";

/**
 * Guided filter with a colour guide (He, Sun, Tang: Guided Image Filtering, 2013, section 3.6) as linear functions
 * `red * R + green * G + blue * B + offset` of bytes, which can be enlarged. `contrast`, 0 to 1, is the deviation of
 * an edge.
 */
export function colourGuidedFit(plane: Plane, guide: Photo, radius: number, contrast: number): Layers {
  const { width, height } = plane;
  const layers = () => ({ width, height, depth: 4, data: new Float32Array(plane.data.length * 4) });
  const [colours, products, powers, mixed] = [layers(), layers(), layers(), layers()];
  const moments = { colours: colours.data, products: products.data, powers: powers.data, mixed: mixed.data };
  inRanges(plane.data.length, (from, to) => collect(plane.data, guide.data, moments, from, to));
  const blurred = (layer: Layers) => boxBlurLayers(layer, radius).data;
  const means = {
    colours: blurred(colours),
    products: blurred(products),
    powers: blurred(powers),
    mixed: blurred(mixed),
  };
  const fitted = new Float32Array(plane.data.length * 4);
  inRanges(plane.data.length, (from, to) => fit(means, contrast * contrast, fitted, from, to));
  return boxBlurLayers({ width, height, depth: 4, data: fitted }, radius);
}

/** Four values per pixel. */
interface Moments {
  readonly colours: Float32Array;
  readonly products: Float32Array;
  readonly powers: Float32Array;
  readonly mixed: Float32Array;
}

function collect(values: Float32Array, guide: Uint8Array, moments: Moments, from: number, end: number): void {
  for (let at = from, to = from * 4; at < end; at += 1, to += 4) {
    const red = (guide[at * 3] ?? 0) / 255;
    const green = (guide[at * 3 + 1] ?? 0) / 255;
    const blue = (guide[at * 3 + 2] ?? 0) / 255;
    const value = values[at] ?? 0;
    write(moments.colours, to, red, green, blue, value);
    write(moments.products, to, red * value, green * value, blue * value, 0);
    write(moments.powers, to, red * red, green * green, blue * blue, 0);
    write(moments.mixed, to, red * green, red * blue, green * blue, 0);
  }
}

function fit(
  { colours: means, products: withPlane, powers: squares, mixed: crossed }: Moments,
  tolerance: number,
  fitted: Float32Array,
  from: number,
  to: number,
): void {
  for (let at = from * 4; at < to * 4; at += 4) {
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
}

function write(data: Float32Array, at: number, first: number, second: number, third: number, fourth: number): void {
  data[at] = first;
  data[at + 1] = second;
  data[at + 2] = third;
  data[at + 3] = fourth;
}
