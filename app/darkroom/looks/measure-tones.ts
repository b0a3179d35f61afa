import { clamp, emptyPlane, inRanges, type Plane, smoothstep } from "../pixels/plane.ts";
import { guidedLines, leastNearby } from "../opencv/filters.ts";

export interface Tones {
  readonly black: number;
  /** 98.5th and 99.7th percentile. */
  readonly white: number;
  readonly brightest: number;
  readonly low: number;
  readonly key: number;
  readonly spread: number;
  readonly darkShare: number;
  readonly brightShare: number;
  readonly blownShare: number;
  readonly peopleShare: number;
  readonly subject: number;
  readonly lightest: number;
  readonly face: number | null;
}

export function measureTones(luma: Plane, people: Plane, faces: Plane | null): Tones {
  const { data } = luma;
  const weights = weightsOf(people);
  const [black = 0, white = 1, brightest = 1] = percentiles(data, [0.004, 0.985, 0.997]);
  const [low = 0] = percentiles(data, [0.25], weights);
  let [sum, squares, weighted, total] = [0, 0, 0, 0];
  for (let at = 0; at < data.length; at += 1) {
    const value = data[at] ?? 0;
    const weight = weights[at] ?? 0;
    sum += value;
    squares += value * value;
    weighted += value * weight;
    total += weight;
  }
  const average = sum / data.length;
  const [subject = 0, subjectWhite = 0] = percentiles(
    data,
    [0.5, 0.98],
    people.data.map((value) => value * value),
  );
  const [face = 0, faceWhite = 0] = faces ? percentiles(data, [0.6, 0.97], faces.data) : [];
  return {
    black,
    white,
    brightest,
    low,
    key: weighted / total,
    spread: Math.sqrt(Math.max(0, squares / data.length - average * average)),
    darkShare: shareOf(data, (value) => value < 0.12),
    brightShare: shareOf(data, (value) => value > 0.85),
    blownShare: shareOf(data, (value) => value > 0.98),
    peopleShare: people.data.reduce((all, value) => all + value, 0) / data.length,
    subject,
    lightest: faces ? Math.max(subjectWhite, faceWhite + 0.06) : subjectWhite,
    face: faces ? face : null,
  };
}

function weightsOf({ width, height, data }: Plane): Float32Array {
  return data.map((person, at) => {
    const [x, y] = [(at % width) / width - 0.5, Math.floor(at / width) / height - 0.5];
    return 0.5 + Math.exp(-(x * x + y * y) * 6) + 1.5 * person;
  });
}

/** `thickness` per place is 0 to 0.9. */
export interface Haze {
  readonly strength: number;
  readonly thickness: Plane;
  readonly air: number;
}

/** Weaker haze stays. */
export const leastHaze = 0.02;

/**
 * Dark channel (He, Sun, Tang: Single Image Haze Removal, 2009). Ignores white and grey studios; people get their
 * surroundings' haze.
 */
export function measureHaze(weakest: Plane, luma: Plane, people: Plane): Haze {
  const { width, height } = luma;
  const longer = Math.max(width, height);
  const nearby = leastNearby(weakest, Math.max(3, Math.round(longer * 0.012)));
  const [veil = 0, much = 0, half = 0] = percentiles(nearby.data, [0.025, 0.6, 0.5]);
  const [white = 1] = percentiles(luma.data, [0.985]);
  const air = Math.max(0.6, white);
  const whites = shareOf(nearby.data, (value) => value > 0.88);
  const studio = smoothstep(...wallShares, shareOfWall(luma, people));
  const veiled = smoothstep(0.05, 0.18, veil) * smoothstep(0.12, 0.3, much) * smoothstep(0.4, 0.2, whites);
  const strength = veiled * (1 - studio);
  const thickness = emptyPlane(width, height);
  if (strength <= leastHaze) return { strength, thickness, air };
  const rough = emptyPlane(width, height);
  for (let at = 0; at < rough.data.length; at += 1) {
    const value = nearby.data[at] ?? 0;
    const onPeople = value + (half - value) * (people.data[at] ?? 0);
    rough.data[at] = (strength * Math.min(value, onPeople)) / air;
  }
  const { slope, offset } = guidedLines(rough, luma, Math.max(2, Math.round(0.05 * longer)), 0.063);
  for (let at = 0; at < thickness.data.length; at += 1) {
    const value = (slope.data[at] ?? 0) * (luma.data[at] ?? 0) + (offset.data[at] ?? 0);
    thickness.data[at] = clamp(0, value, 0.9);
  }
  return { strength, thickness, air };
}

/** Shares of flat surroundings: haze in front of land has 0.75 at most, a studio's wall 0.9. */
const wallShares = [0.8, 0.9] as const;
/** Px, and the luma within which a wall's light changes over that distance on both sides. */
const [besideWall, flatBelow] = [3, 0.02];
const leastPeople = 0.02;

/** Share of the surroundings of people that is as flat as a wall; 0 without people. */
function shareOfWall({ width, height, data }: Plane, people: Plane): number {
  let [flat, around] = [0, 0];
  for (let y = besideWall; y < height - besideWall; y += 1) {
    for (let x = besideWall; x < width - besideWall; x += 1) {
      const at = y * width + x;
      if ((people.data[at] ?? 0) > 0.05) continue;
      around += 1;
      const across = Math.abs((data[at + besideWall] ?? 0) - (data[at - besideWall] ?? 0));
      const down = Math.abs((data[at + besideWall * width] ?? 0) - (data[at - besideWall * width] ?? 0));
      if (Math.max(across, down) < flatBelow) flat += 1;
    }
  }
  return around < (1 - leastPeople) * data.length ? flat / Math.max(1, around) : 0;
}

const bins = 1024;

/** Weighted percentiles, 0 to 1. */
export function percentiles(
  tones: Float32Array,
  shares: readonly number[],
  weights?: ArrayLike<number>,
): readonly number[] {
  const counts = new Float64Array(bins);
  let total = 0;
  inRanges(tones.length, (from, to) => {
    total += count(tones, weights, counts, from, to);
  });
  return shares.map((share) => {
    let seen = 0;
    for (let bin = 0; bin < bins; bin += 1) {
      seen += counts[bin] ?? 0;
      if (seen >= share * total) return (bin + 0.5) / bins;
    }
    return 1;
  });
}

/** Adds weights to the bins of tones; returns their sum. */
function count(
  tones: Float32Array,
  weights: ArrayLike<number> | undefined,
  counts: Float64Array,
  from: number,
  to: number,
): number {
  let total = 0;
  for (let at = from; at < to; at += 1) {
    const weight = weights ? (weights[at] ?? 0) : 1;
    const bin = Math.min(bins - 1, Math.max(0, Math.floor((tones[at] ?? 0) * bins)));
    counts[bin] = (counts[bin] ?? 0) + weight;
    total += weight;
  }
  return total;
}

export function quantile(values: readonly number[], share: number): number | null {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? null;
}

function shareOf(data: Float32Array, passes: (value: number) => boolean): number {
  let count = 0;
  for (const value of data) if (passes(value)) count += 1;
  return count / Math.max(1, data.length);
}
