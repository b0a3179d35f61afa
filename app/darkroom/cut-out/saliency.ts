import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type LabColours } from "./lab-colours.ts";

type Side = "top" | "right" | "bottom" | "left";
const sides: readonly Side[] = ["top", "right", "bottom", "left"];

/** Passes of the barrier transform over the picture; further ones change little. */
const passes = 2;

/**
 * How much each pixel stands out from the picture's border, 0 to 1. Two measures are joined: the least barrier of
 * colour that has to be crossed from the border (Zhang et al.: Minimum Barrier Salient Object Detection at 80 FPS,
 * 2015), and the distance from the border's colours. Each is taken from all four sides apart, and the least of the
 * four does not count: a subject that touches one side does not stand out from that one.
 */
export function saliency(colours: LabColours, width: number, height: number): Plane {
  const barriers = sides.map((side) => barrierFrom(side, colours, width, height));
  const distances = sides.map((side) => colourDistanceFrom(side, colours, width, height));
  const stands = emptyPlane(width, height);
  const [byBarrier, byColour] = [middleOf(barriers), middleOf(distances)];
  const [barrierTop, colourTop] = [percentile(byBarrier, 0.98), percentile(byColour, 0.98)];
  for (let at = 0; at < stands.data.length; at += 1) {
    const barrier = Math.min(1, (byBarrier[at] ?? 0) / barrierTop);
    const colour = Math.min(1, (byColour[at] ?? 0) / colourTop);
    stands.data[at] = 0.6 * barrier + 0.4 * colour;
  }
  return stands;
}

/** Of four measures the mean of the two in the middle. */
function middleOf(four: Float32Array[]): Float32Array {
  const [one, two, three, four_] = four;
  const middle = new Float32Array(one?.length ?? 0);
  for (let at = 0; at < middle.length; at += 1) {
    const [a, b, c, d] = [one?.[at] ?? 0, two?.[at] ?? 0, three?.[at] ?? 0, four_?.[at] ?? 0];
    middle[at] = (a + b + c + d - Math.min(a, b, c, d) - Math.max(a, b, c, d)) / 2;
  }
  return middle;
}

/** The sum over the channels of the least range of values on any way from a side to each pixel. */
function barrierFrom(side: Side, colours: LabColours, width: number, height: number): Float32Array {
  const sum = new Float32Array(width * height);
  for (const values of colours) {
    const high = values.slice();
    const low = values.slice();
    const barrier = new Float32Array(width * height).fill(Infinity);
    for (const at of borderOf(side, width, height)) barrier[at] = 0;
    const cross = (to: number, from: number) => {
      const value = values[to] ?? 0;
      const top = Math.max(high[from] ?? 0, value);
      const bottom = Math.min(low[from] ?? 0, value);
      if (top - bottom >= (barrier[to] ?? 0) || barrier[from] === Infinity) return;
      barrier[to] = top - bottom;
      high[to] = top;
      low[to] = bottom;
    };
    for (let pass = 0; pass < passes; pass += 1) {
      for (let y = 0, at = 0; y < height; y += 1) {
        for (let x = 0; x < width; x += 1, at += 1) {
          if (x > 0) cross(at, at - 1);
          if (y > 0) cross(at, at - width);
        }
      }
      for (let y = height - 1, at = width * height - 1; y >= 0; y -= 1) {
        for (let x = width - 1; x >= 0; x -= 1, at -= 1) {
          if (x < width - 1) cross(at, at + 1);
          if (y < height - 1) cross(at, at + width);
        }
      }
    }
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + (barrier[at] ?? 0);
  }
  return sum;
}

/** How many of its standard deviations each colour lies from a side's strip, channel by channel. */
function colourDistanceFrom(side: Side, colours: LabColours, width: number, height: number): Float32Array {
  const strip = stripOf(side, width, height);
  const sum = new Float32Array(width * height);
  for (const values of colours) {
    const mean = strip.reduce((total, at) => total + (values[at] ?? 0), 0) / strip.length;
    const variance = strip.reduce((total, at) => total + ((values[at] ?? 0) - mean) ** 2, 0) / strip.length;
    // Four units of Lab are a just visible difference under noise: no border is more even than that.
    const scale = 1 / (variance + 16);
    for (let at = 0; at < sum.length; at += 1) sum[at] = (sum[at] ?? 0) + ((values[at] ?? 0) - mean) ** 2 * scale;
  }
  return sum.map(Math.sqrt);
}

const borderOf = (side: Side, width: number, height: number) => stripOf(side, width, height, 1);

function stripOf(side: Side, width: number, height: number, thickness?: number): number[] {
  const isAcross = side === "top" || side === "bottom";
  const depth = thickness ?? Math.max(2, Math.round((isAcross ? height : width) * 0.06));
  // The lower parts of the left and right sides belong to shoulders and tables as often as to the background.
  const length = isAcross ? width : Math.round(height * 0.75);
  const strip: number[] = [];
  for (let along = 0; along < length; along += 1) {
    for (let inwards = 0; inwards < depth; inwards += 1) {
      const x = isAcross ? along : side === "left" ? inwards : width - 1 - inwards;
      const y = isAcross ? (side === "top" ? inwards : height - 1 - inwards) : along;
      strip.push(y * width + x);
    }
  }
  return strip;
}

function percentile(values: Float32Array, share: number): number {
  return Math.max(1e-3, values.toSorted()[Math.floor((values.length - 1) * share)] ?? 1);
}
