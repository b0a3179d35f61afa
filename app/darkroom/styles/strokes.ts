import type { Size } from "../opencv/filters.ts";
import { chromaTo, type LumaChroma, lumaOf } from "../pixels/luma-chroma.ts";
import { clamp, type Plane } from "../pixels/plane.ts";
import type { Flow } from "./flow.ts";
import { randomAt } from "./planes-noise.ts";
import { blurColour } from "./planes-smooth.ts";
import { layStroke, makeBrushes, type PaintLayer, type Stroke } from "./stroke-brush.ts";

export interface Round {
  readonly size: number;
  readonly step: number;
  readonly length: number;
  readonly tolerance: number;
  readonly blur: number;
  readonly thickness: number;
}

export interface Subject {
  readonly colour: LumaChroma;
  readonly flow: Flow;
  /** Px of the sheet. */
  readonly finest: Plane;
  readonly care: Plane;
}

export interface Handling {
  readonly rounds: readonly Round[];
  readonly unevenLuma: number;
  readonly unevenColour: number;
}

const strokeEnds = 0.09;
const mostTurn = 0.6;
const brushCount = 10;

export function paintStrokes(
  subject: Subject,
  sheet: Size,
  { rounds, unevenLuma, unevenColour }: Handling,
): PaintLayer {
  const { width, height } = sheet;
  const layer: PaintLayer = {
    width,
    height,
    rgb: new Uint8ClampedArray(width * height * 3),
    relief: new Uint8ClampedArray(width * height),
  };
  const brushes = makeBrushes(brushCount);
  for (const [index, round] of rounds.entries()) {
    const aim = blurColour(subject.colour, round.blur);
    if (index === 0) prime(layer, aim);
    const painter = painterOf({ ...subject, colour: aim }, layer, round, index);
    const columns = Math.ceil(width / round.step);
    for (const cell of shuffledCells(columns * Math.ceil(height / round.step), index)) {
      const column = cell % columns;
      const row = Math.floor(cell / columns);
      const random = (seed: number) => randomAt(column, row, seed);
      const x = (column + random(1 + index * 3)) * round.step;
      const y = (row + random(2 + index * 3)) * round.step;
      if (x >= width || y >= height || !painter.isNeeded(x, y)) continue;
      const brush = brushes[Math.floor(random(31) * brushCount)];
      if (!brush) continue;
      const mixed = (random(32 + index) - 0.5) * 2 * unevenLuma;
      const tints = [(random(33) - 0.5) * unevenColour, (random(34) - 0.5) * unevenColour] as const;
      const colour = painter.colourAt(x, y, mixed, tints);
      const thickness = 90 + 110 * random(35) * round.thickness;
      layStroke(layer, { ...painter.pathFrom(x, y, random), ...colour, brush, thickness });
    }
  }
  return layer;
}

function prime({ width, height, rgb, relief }: PaintLayer, { luma, blueness, redness }: LumaChroma): void {
  const [across, down] = [luma.width / width, luma.height / height];
  for (let y = 0, to = 0; y < height; y += 1) {
    const row = Math.floor(y * down) * luma.width;
    for (let x = 0; x < width; x += 1, to += 3) {
      const at = row + Math.floor(x * across);
      const colour = rgbOf(luma.data[at] ?? 0, blueness.data[at] ?? 0, redness.data[at] ?? 0);
      rgb[to] = colour.red;
      rgb[to + 1] = colour.green;
      rgb[to + 2] = colour.blue;
    }
  }
  relief.fill(30);
}

const rgbOf = (luma: number, blueness: number, redness: number) => ({
  red: 255 * (luma + chromaTo.red * redness),
  green: 255 * (luma + chromaTo.greenFromBlue * blueness + chromaTo.greenFromRed * redness),
  blue: 255 * (luma + chromaTo.blue * blueness),
});

function shuffledCells(count: number, seed: number): Uint32Array {
  const order = Uint32Array.from({ length: count }, (_, index) => index);
  for (let last = count - 1; last > 0; last -= 1) {
    const other = Math.floor(randomAt(last, seed, 1) * (last + 1));
    const own = order[last] ?? 0;
    order[last] = order[other] ?? 0;
    order[other] = own;
  }
  return order;
}

function painterOf({ colour, flow, finest, care }: Subject, layer: PaintLayer, round: Round, index: number) {
  const { width, height } = colour.luma;
  const [luma, blueness, redness] = [colour.luma.data, colour.blueness.data, colour.redness.data];
  const [flowAcross, flowDown] = [flow.across.data, flow.down.data];
  const scale = width / layer.width;
  const placeOf = (x: number, y: number) =>
    Math.min(height - 1, (y * scale) | 0) * width + Math.min(width - 1, (x * scale) | 0);

  function isNeeded(x: number, y: number): boolean {
    const at = placeOf(x, y);
    if (index === 0) return true;
    if (round.size < (finest.data[at] ?? 0)) return false;
    const here = ((y | 0) * layer.width + (x | 0)) * 3;
    const red = (layer.rgb[here] ?? 0) / 255;
    const green = (layer.rgb[here + 1] ?? 0) / 255;
    const blue = (layer.rgb[here + 2] ?? 0) / 255;
    const painted = lumaOf.red * red + lumaOf.green * green + lumaOf.blue * blue;
    const off =
      Math.abs(painted - (luma[at] ?? 0)) +
      Math.abs((blue - painted) / chromaTo.blue - (blueness[at] ?? 0)) +
      Math.abs((red - painted) / chromaTo.red - (redness[at] ?? 0));
    return off > round.tolerance * (1.9 - 1.5 * (care.data[at] ?? 0));
  }

  function colourAt(x: number, y: number, mixed: number, [blueTint, redTint]: readonly [number, number]) {
    const at = placeOf(x, y);
    const vivid = 1 + 4 * mixed;
    return rgbOf((luma[at] ?? 0) + mixed, (blueness[at] ?? 0) * vivid + blueTint, (redness[at] ?? 0) * vivid + redTint);
  }

  function follow(x: number, y: number, startAcross: number, startDown: number, most: number) {
    const start = placeOf(x, y);
    const stride = round.size * 0.6;
    let [across, down, far] = [startAcross, startDown, 0];
    let [toX, toY] = [x, y];
    while (far < most) {
      toX += across * stride;
      toY += down * stride;
      far += stride;
      if (toX < 0 || toY < 0 || toX >= layer.width || toY >= layer.height) break;
      const at = placeOf(toX, toY);
      const change =
        Math.abs((luma[at] ?? 0) - (luma[start] ?? 0)) +
        1.5 * Math.abs((blueness[at] ?? 0) - (blueness[start] ?? 0)) +
        1.5 * Math.abs((redness[at] ?? 0) - (redness[start] ?? 0));
      if (change > strokeEnds) {
        far -= stride * 0.5;
        break;
      }
      const turn = (flowAcross[at] ?? 0) * across + (flowDown[at] ?? 0) * down < 0 ? -1 : 1;
      across = (flowAcross[at] ?? 0) * turn;
      down = (flowDown[at] ?? 0) * turn;
    }
    const turned = Math.atan2(startAcross * down - startDown * across, startAcross * across + startDown * down);
    return { far: Math.max(far, round.size * 0.8), turned };
  }

  function pathFrom(
    x: number,
    y: number,
    random: (seed: number) => number,
  ): Omit<Stroke, "brush" | "red" | "green" | "blue" | "thickness"> {
    const at = placeOf(x, y);
    const way = random(9 + index) < 0.5 ? -1 : 1;
    const [across, down] = [(flowAcross[at] ?? 0) * way, (flowDown[at] ?? 0) * way];
    const most = (round.length * (0.75 + 0.5 * random(20 + index))) / 2;
    const backwards = follow(x, y, -across, -down, most);
    const forwards = follow(x, y, across, down, most);
    const whole = backwards.far + forwards.far;
    return {
      x,
      y,
      across,
      down,
      back: backwards.far,
      forth: forwards.far,
      bend: clamp(-mostTurn, forwards.turned - backwards.turned, mostTurn) / whole,
      halfWidth: (round.size / 2) * (0.8 + 0.35 * random(30 + index)),
    };
  }

  return { isNeeded, colourAt, pathFrom };
}
