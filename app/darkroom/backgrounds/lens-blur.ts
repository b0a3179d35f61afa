import { boxBlur, resizePlane, shrinkWithin, withMats } from "../opencv/filters.ts";
import { openCv } from "../opencv/opencv.ts";
import { drawInStrips, type Layers } from "../opencv/strips.ts";
import { clamp, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import { bytesOfLight, dithered, linearOf } from "../pixels/colour.ts";
import { fillBehind } from "../cut-out/nearby-colour.ts";

/** Px of the longer side; blur has no detail. */
const blurSide = 640;
const aperture = 0.018;
/** Brightness of clipped highlights, as a multiple of white. */
const headroom = 5;

/** Blurs like a wide-open lens: points become discs and highlights glow. The subject is left out. */
export function lensBlur(photo: Photo, alpha: Plane): Photo {
  const shrunk = shrinkWithin(photo, blurSide);
  const small = fillBehind(shrunk, resizePlane(alpha, shrunk));
  const radius = Math.max(2, Math.max(small.width, small.height) * aperture);
  const boost = highlights(small, radius);
  const light = Float32Array.from(small.data, (byte, at) => (linearOf[byte] ?? 0) * (boost[Math.floor(at / 3)] ?? 1));
  const blurred = discMean({ ...small, depth: 3, data: light }, radius);
  const bytes = blurred.data.map((value) => bytesOfLight[Math.round(clamp(0, value, 1) * 4096)] ?? 0);
  const data = new Uint8ClampedArray(photo.width * photo.height * 3);
  drawInStrips([{ ...blurred, data: bytes }], photo, (top, rows, [values]) => {
    if (!values) return;
    const first = top * photo.width * 3;
    for (let at = 0; at < rows * photo.width * 3; at += 1) data[first + at] = dithered(values[at] ?? 0, first + at);
  });
  return { width: photo.width, height: photo.height, data: new Uint8Array(data.buffer) };
}

/** Only small lights glow; a white wall does not. */
function highlights({ width, height, data }: Photo, radius: number): Float32Array {
  const brightest = Float32Array.from(
    { length: width * height },
    (_, at) => Math.max(data[at * 3] ?? 0, data[at * 3 + 1] ?? 0, data[at * 3 + 2] ?? 0) / 255,
  );
  const around = boxBlur({ width, height, data: brightest }, Math.round(2 * radius)).data;
  return brightest.map((value, at) => {
    const isSmall = smoothstep(0.85, 0.6, around[at] ?? 0);
    return 1 + (headroom - 1) * isSmall * smoothstep(0.93, 1, value) ** 2;
  });
}

/** Averages over a soft disc; repeats edge pixels. */
function discMean(light: Layers, radius: number): Layers {
  const cv = openCv();
  const side = 2 * Math.ceil(radius) + 1;
  const reach = (side - 1) / 2;
  const weights = Array.from({ length: side * side }, (_, at) => {
    const distance = Math.hypot((at % side) - reach, Math.floor(at / side) - reach);
    return clamp(0, radius + 0.5 - distance, 1);
  });
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  return withMats((keep) => {
    const from = keep(new cv.Mat(light.height, light.width, cv.CV_32FC3));
    from.data32F.set(light.data);
    const kernel = keep(
      cv.matFromArray(
        side,
        side,
        cv.CV_32F,
        weights.map((weight) => weight / total),
      ),
    );
    const out = keep(new cv.Mat());
    cv.filter2D(from, out, -1, kernel, new cv.Point(-1, -1), 0, cv.BORDER_REPLICATE);
    return { ...light, data: out.data32F.slice() };
  });
}
