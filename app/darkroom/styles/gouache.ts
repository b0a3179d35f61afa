import type { LumaChroma } from "../pixels/luma-chroma.ts";
import { type Plane, smoothstep } from "../pixels/plane.ts";
import type { Flow } from "./flow.ts";
import { clouds, randomAt } from "./planes-noise.ts";
import { blurColour } from "./planes-smooth.ts";
import type { Seen } from "./seeing.ts";

interface Layer {
  readonly size: number;
  readonly length: number;
  readonly step: number;
  readonly blur: number;
  /** Colour error that starts a dab; if missing, dabs start everywhere. */
  readonly errorFrom?: number;
}

const layers: readonly Layer[] = [
  { size: 38, length: 84, step: 26, blur: 10 },
  { size: 20, length: 44, step: 14, blur: 5, errorFrom: 0.045 },
  { size: 11, length: 24, step: 8, blur: 2.2, errorFrom: 0.045 },
  { size: 6.5, length: 13, step: 4.8, blur: 0.8, errorFrom: 0.055 },
];

/** Coarse dabs differ more, so that they show on a wall or a blurred background. */
const lumaJitters = [0.05, 0.042, 0.03, 0.024];
const chromaJitter = 0.022;
/** Greens are painted leaf by leaf. */
const leafJitter = 0.06;

export function paintGouache(seen: Seen, colour: LumaChroma, flow: Flow): LumaChroma {
  const { width, height } = seen.canvas;
  const paint = blurColour(colour, Math.max(0.5, 8 * seen.unit));
  const values = [paint.luma.data, paint.blueness.data, paint.redness.data] as const;
  const toCanvas = seen.unit * (940 / 1600);
  for (const [round, layer] of layers.entries()) {
    layDabs({ values, width, height }, { layer, round, toCanvas }, blurColour(colour, layer.blur * toCanvas), flow);
  }
  return paint;
}

interface Ground {
  readonly values: readonly [Float32Array, Float32Array, Float32Array];
  readonly width: number;
  readonly height: number;
}

function layDabs(
  ground: Ground,
  { layer, round, toCanvas }: { layer: Layer; round: number; toCanvas: number },
  aim: LumaChroma,
  flow: Flow,
): void {
  const { width, height } = ground;
  const step = Math.max(1, layer.step * toCanvas);
  const [columns, rows] = [Math.ceil(width / step), Math.ceil(height / step)];
  const order = shuffled(columns * rows, round);
  for (const cell of order) {
    const column = cell % columns;
    const row = Math.floor(cell / columns);
    const x = (column + randomAt(column, row, 4 + round * 3)) * step;
    const y = (row + randomAt(column, row, 5 + round * 3)) * step;
    if (x >= width || y >= height) continue;
    const at = Math.floor(y) * width + Math.floor(x);
    const luma = aim.luma.data[at] ?? 0;
    const blueness = aim.blueness.data[at] ?? 0;
    const redness = aim.redness.data[at] ?? 0;
    const leaves = 0.6 * smoothstep(0.01, -0.05, redness) * smoothstep(0.01, -0.07, blueness);
    if (layer.errorFrom !== undefined) {
      const [ownLuma, ownBlue, ownRed] = ground.values;
      const error =
        Math.abs((ownLuma[at] ?? 0) - luma) +
        Math.abs((ownBlue[at] ?? 0) - blueness) +
        Math.abs((ownRed[at] ?? 0) - redness);
      if (error < layer.errorFrom && randomAt(column, row, 35 + round) > leaves) continue;
    }
    const lighter = (randomAt(column, row, 32 + round) - 0.5) * 2 * ((lumaJitters[round] ?? 0) + leafJitter * leaves);
    const tint = 1 + 4 * lighter;
    layDab(
      ground,
      {
        x,
        y,
        across: flow.across.data[at] ?? 1,
        down: flow.down.data[at] ?? 0,
        half: (layer.size / 2) * toCanvas * (0.8 + 0.35 * randomAt(column, row, 30 + round)),
        reach: (layer.length / 2) * toCanvas * (0.75 + 0.5 * randomAt(column, row, 20 + round)),
      },
      [
        luma + lighter,
        blueness * tint + (randomAt(column, row, 33) - 0.5) * chromaJitter,
        redness * tint + (randomAt(column, row, 34) - 0.5) * chromaJitter,
      ],
    );
  }
}

const leafCount = 2600;
/** From shaded to sunlit leaves. */
const leafPaints = [
  { tone: 0.25, blueness: -0.01, redness: -0.05 },
  { tone: 0.37, blueness: -0.045, redness: -0.06 },
  { tone: 0.52, blueness: -0.09, redness: -0.055 },
  { tone: 0.69, blueness: -0.125, redness: -0.035 },
] as const;

/** Branches that hang into the picture at its upper corners, where the ground is plain. In place. */
export function paintFoliage(colour: LumaChroma, plain: Plane, unit: number): void {
  const { width, height } = colour.luma;
  const values = [colour.luma.data, colour.blueness.data, colour.redness.data] as const;
  const ground = { values, width, height };
  const clumps = clouds({ width, height, wave: Math.max(4, 95 * unit), seed: 47, octaves: 2 });
  const lit = Math.round(22 * unit);
  const side = Math.min(width, height);
  for (const [round, { tone, blueness, redness }] of leafPaints.entries()) {
    for (let leaf = 0; leaf < leafCount; leaf += 1) {
      const random = (seed: number) => randomAt(leaf, round, 150 + seed);
      const [x, y] = [random(1) * (width - 1), random(2) ** 1.5 * 0.5 * side];
      const at = Math.floor(y) * width + Math.floor(x);
      const clump = clumps.data[at] ?? 0;
      const corner = Math.min(x, 0.75 * (width - x)) / side;
      const inside = 0.6 - (2.2 * y) / side - 1.2 * corner + 0.3 * clump;
      if (inside < 0.04 * round || (plain.data[at] ?? 0) < 0.4 + 0.3 * random(3)) continue;
      const above = clumps.data[Math.max(0, Math.floor(y) - lit) * width + Math.max(0, Math.floor(x) - lit)] ?? 0;
      if (round > 0 && clump - above < 0.14 * round - 0.2 + 0.3 * (random(4) - 0.5)) continue;
      const turn = Math.PI * (0.15 + 0.7 * random(5));
      const size = (1.25 - 0.16 * round) * (0.7 + 0.6 * random(6)) * unit;
      const lighter = (random(7) - 0.5) * 0.07;
      layDab(ground, { x, y, across: Math.cos(turn), down: Math.sin(turn), half: 4.8 * size, reach: 10.5 * size }, [
        tone + lighter,
        blueness - 0.4 * lighter,
        redness,
      ]);
    }
  }
}

interface Dab {
  readonly x: number;
  readonly y: number;
  readonly across: number;
  readonly down: number;
  readonly half: number;
  readonly reach: number;
}

function layDab(
  { values, width, height }: Ground,
  { x, y, across, down, half, reach }: Dab,
  [luma, blueness, redness]: readonly [number, number, number],
): void {
  const [lumas, blues, reds] = values;
  const wide = Math.max(0.7, half);
  const long = Math.max(wide, reach);
  const [boxX, boxY] = [Math.hypot(across * long, down * wide), Math.hypot(down * long, across * wide)];
  const [top, bottom] = [Math.max(0, Math.ceil(y - boxY)), Math.min(height - 1, Math.floor(y + boxY))];
  const [left, right] = [Math.max(0, Math.ceil(x - boxX)), Math.min(width - 1, Math.floor(x + boxX))];
  for (let row = top; row <= bottom; row += 1) {
    for (let column = left; column <= right; column += 1) {
      const offX = column - x;
      const offY = row - y;
      const along = (offX * across + offY * down) / long;
      const aside = (offY * across - offX * down) / wide;
      const far = along * along + aside * aside;
      if (far >= 1) continue;
      const share = 0.9 * smoothstep(1, 0.45, far);
      const at = row * width + column;
      lumas[at] = (lumas[at] ?? 0) + (luma - (lumas[at] ?? 0)) * share;
      blues[at] = (blues[at] ?? 0) + (blueness - (blues[at] ?? 0)) * share;
      reds[at] = (reds[at] ?? 0) + (redness - (reds[at] ?? 0)) * share;
    }
  }
}

function shuffled(count: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  for (let at = count - 1; at > 0; at -= 1) {
    const other = Math.floor(randomAt(at, seed, 4) * (at + 1));
    const held = order[at] ?? 0;
    order[at] = order[other] ?? 0;
    order[other] = held;
  }
  return order;
}
