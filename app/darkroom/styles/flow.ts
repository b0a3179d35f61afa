import { resizePlane, softBlur } from "../opencv/filters.ts";
import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { emptyPlane, inRanges, mapPlane, type Plane } from "../pixels/plane.ts";

export interface Flow {
  across: Plane;
  down: Plane;
}

export interface FormFlow extends Flow {
  sureness: Plane;
}

/** across², across × down, down². */
type Tensor = [Plane, Plane, Plane];

/** The structure tensor's minor eigenvector, averaged over `sigma`. */
export function edgeFlow(luma: Plane, sigma: number): Flow {
  const [horizontal, mixed, vertical] = structureTensor([luma]);
  return eigenvectors([softBlur(horizontal, sigma), softBlur(mixed, sigma), softBlur(vertical, sigma)]);
}

export interface FormOptions {
  sigma: number;
  /** Px within which plain areas take a direction from edges. */
  far: number;
  /** Default direction in radians, and its weight (a squared Sobel slope). */
  loose?: (at: number) => { angle: number; weight: number };
}

/** Weight of far edges. */
const farShare = 0.06;

/** Uses luma and colour at half size, which is exact enough above 2 px and costs a quarter. */
export function formFlow({ luma, blueness, redness }: LumaChroma, { sigma, far, loose }: FormOptions): FormFlow {
  const half = sizeOver(luma, 2);
  const small = structureTensor([luma, blueness, redness].map((plane) => resizePlane(plane, half)));
  const [horizontal, mixed, vertical] = small.map((plane) => {
    const near = softBlur(plane, sigma / 2);
    const wide = resizePlane(softBlur(resizePlane(near, sizeOver(luma, 8)), far / 8), half);
    return resizePlane(
      mapPlane(near, (own, at) => own + farShare * (wide.data[at] ?? 0)),
      luma,
    );
  }) as Tensor;
  const sureness = emptyPlane(luma.width, luma.height);
  const tensor: Tensor = [horizontal, mixed, vertical];
  inRanges(sureness.data.length, (from, to) => measureSureness(tensor, sureness.data, from, to));
  if (loose) loosen(tensor, loose);
  return { ...eigenvectors(tensor), sureness };
}

function measureSureness([horizontal, mixed, vertical]: Tensor, sureness: Float32Array, from: number, to: number) {
  for (let at = from; at < to; at += 1) {
    const e = horizontal.data[at] ?? 0;
    const f = mixed.data[at] ?? 0;
    const g = vertical.data[at] ?? 0;
    sureness[at] = Math.sqrt((e - g) * (e - g) + 4 * f * f) / (e + g + 1e-4);
  }
}

function loosen([horizontal, mixed, vertical]: Tensor, loose: NonNullable<FormOptions["loose"]>): void {
  for (let at = 0; at < mixed.data.length; at += 1) {
    const { angle, weight } = loose(at);
    const sine = Math.sin(angle);
    const cosine = Math.cos(angle);
    horizontal.data[at] = (horizontal.data[at] ?? 0) + weight * sine * sine;
    mixed.data[at] = (mixed.data[at] ?? 0) - weight * sine * cosine;
    vertical.data[at] = (vertical.data[at] ?? 0) + weight * cosine * cosine;
  }
}

const sizeOver = ({ width, height }: Plane, by: number) => ({
  width: Math.max(1, Math.round(width / by)),
  height: Math.max(1, Math.round(height / by)),
});

const chromaSlope = 2.25;

function structureTensor(planes: readonly Plane[]): Tensor {
  const [{ width, height } = { width: 1, height: 1 }] = planes;
  const tensor: Tensor = [emptyPlane(width, height), emptyPlane(width, height), emptyPlane(width, height)];
  for (const [index, plane] of planes.entries()) {
    const weight = index === 0 ? 1 : chromaSlope;
    for (let y = 1; y < height - 1; y += 1) addSlopes(plane, y, weight, tensor);
  }
  return tensor;
}

/** Adds a row of squared Sobel slopes. */
function addSlopes({ width, data }: Plane, y: number, weight: number, tensor: Tensor): void {
  const [horizontal, mixed, vertical] = [tensor[0].data, tensor[1].data, tensor[2].data];
  for (let x = 1, at = y * width + 1; x < width - 1; x += 1, at += 1) {
    const upper = at - width;
    const lower = at + width;
    const rising = (data[lower + 1] ?? 0) - (data[upper - 1] ?? 0);
    const falling = (data[upper + 1] ?? 0) - (data[lower - 1] ?? 0);
    const slopeX = 2 * ((data[at + 1] ?? 0) - (data[at - 1] ?? 0)) + rising + falling;
    const slopeY = 2 * ((data[lower] ?? 0) - (data[upper] ?? 0)) + rising - falling;
    horizontal[at] = (horizontal[at] ?? 0) + weight * slopeX * slopeX;
    mixed[at] = (mixed[at] ?? 0) + weight * slopeX * slopeY;
    vertical[at] = (vertical[at] ?? 0) + weight * slopeY * slopeY;
  }
}

function eigenvectors(tensor: Tensor): Flow {
  inRanges(tensor[1].data.length, (from, to) => turnIntoVectors(tensor, from, to));
  return { across: tensor[0], down: tensor[1] };
}

function turnIntoVectors([horizontal, mixed, vertical]: Tensor, from: number, to: number): void {
  for (let at = from; at < to; at += 1) {
    const e = horizontal.data[at] ?? 0;
    const f = mixed.data[at] ?? 0;
    const g = vertical.data[at] ?? 0;
    const difference = Math.sqrt((e - g) * (e - g) + 4 * f * f);
    // Uses the form of the eigenvector without cancellation.
    const x = e > g ? -2 * f : g - e + difference;
    const y = e > g ? e - g + difference : -2 * f;
    const length = Math.sqrt(x * x + y * y);
    horizontal.data[at] = length > 1e-12 ? x / length : 1;
    mixed.data[at] = length > 1e-12 ? y / length : 0;
  }
}

/** Line integral convolution (Cabral and Leedom, 1993), `reach` px both ways; 0 where not `wanted`. */
export function smoothAlong(
  plane: Plane,
  flow: Flow,
  reach: number,
  wanted: (at: number) => boolean = () => true,
): Plane {
  const { width, height } = plane;
  const smooth = emptyPlane(width, height);
  for (let y = 0; y < height; y += 1) smoothRow(plane, flow, reach, y, wanted, smooth.data);
  return smooth;
}

function smoothRow(
  plane: Plane,
  flow: Flow,
  reach: number,
  y: number,
  wanted: (at: number) => boolean,
  into: Float32Array,
): void {
  for (let x = 0, at = y * plane.width; x < plane.width; x += 1, at += 1) {
    if (wanted(at)) into[at] = meanAlong(plane, flow, reach, x, y);
  }
}

function meanAlong({ width, height, data }: Plane, flow: Flow, reach: number, x: number, y: number): number {
  const across = flow.across.data;
  const down = flow.down.data;
  const start = y * width + x;
  let sum = data[start] ?? 0;
  let count = 1;
  let forthStepX = across[start] ?? 0;
  let forthStepY = down[start] ?? 0;
  let backStepX = -forthStepX;
  let backStepY = -forthStepY;
  let forthX = x + 0.5;
  let forthY = y + 0.5;
  let backX = forthX;
  let backY = forthY;
  // Walks both ways in one loop to overlap their latency.
  for (let step = 0; step < reach; step += 1) {
    forthX += forthStepX;
    forthY += forthStepY;
    backX += backStepX;
    backY += backStepY;
    if (forthX >= 0 && forthY >= 0 && forthX < width && forthY < height) {
      const here = (forthY | 0) * width + (forthX | 0);
      sum += data[here] ?? 0;
      count += 1;
      const nextX = across[here] ?? 0;
      const nextY = down[here] ?? 0;
      const turn = nextX * forthStepX + nextY * forthStepY < 0 ? -1 : 1;
      forthStepX = nextX * turn;
      forthStepY = nextY * turn;
    }
    if (backX >= 0 && backY >= 0 && backX < width && backY < height) {
      const here = (backY | 0) * width + (backX | 0);
      sum += data[here] ?? 0;
      count += 1;
      const nextX = across[here] ?? 0;
      const nextY = down[here] ?? 0;
      const turn = nextX * backStepX + nextY * backStepY < 0 ? -1 : 1;
      backStepX = nextX * turn;
      backStepY = nextY * turn;
    }
  }
  return sum / count;
}
