import { type GuidedLines, guidedLines } from "../opencv/filters.ts";
import type { Photo } from "../work.ts";
import { clamp, emptyPlane, inRanges, type Plane, smoothstep } from "../pixels/plane.ts";
import type { Sight } from "../vision/sight.ts";
import { type CleanColour, cleanColour } from "./clean-colour.ts";
import { lumaOf } from "../pixels/colour.ts";
import { expose } from "./expose.ts";
import { restoreFadedPrint } from "./faded-print.ts";
import { measureScene, type Scene } from "./measure-scene.ts";
import { neutralise } from "./measure-cast.ts";
import { planLook } from "./plan-look.ts";
import { type Detail, splitDetail } from "./split-detail.ts";

export interface Prepared {
  readonly photo: Photo;
  readonly neutral: Photo;
  readonly scene: Scene;
  readonly detail: Detail;
  readonly colour: CleanColour | null;
  /** Large areas with edges, as lines over smooth luma. */
  readonly lines: GuidedLines;
  readonly blocks: number;
  readonly finish: number;
}

/** Measures and splits a photo once for all looks: 0.6 s of CPU at 1920 × 1440 plus the networks. */
export async function prepareLooks(sight: Sight): Promise<Prepared> {
  const { photo, faded } = restoreFadedPrint(sight.photo);
  const scene = await measureScene({ ...sight, photo });
  const neutral = neutralise(photo, scene.cast, scene.castMap);
  const luma = lumaPlane(neutral);
  const blocks = deblock(luma);
  const { lifts, shadowLift } = planLook(scene, "natural");
  const detail = splitDetail(luma, lifts, blocks);
  const colour = cleanColour(neutral, detail.noise, blocks);
  const radius = Math.max(3, Math.round(0.04 * Math.max(scene.luma.width, scene.luma.height)));
  const lines = guidedLines(scene.luma, scene.luma, radius, 0.11 / clamp(1, shadowLift, 2.5));
  const finish = finishFor(needOf({ scene, detail, blocks }) + faded);
  return { photo, neutral, scene, detail, colour, lines, blocks, finish };
}

function lumaPlane({ width, height, data }: Photo): Plane {
  const luma = emptyPlane(width, height);
  inRanges(luma.data.length, (from, to) => readLuma(data, luma.data, from, to));
  return luma;
}

const perByte = 1 / 255;

function readLuma(data: Uint8Array, luma: Float32Array, start: number, end: number): void {
  for (let at = start, from = start * 3; at < end; at += 1, from += 3) {
    luma[at] = lumaOf(data[from] ?? 0, data[from + 1] ?? 0, data[from + 2] ?? 0) * perByte;
  }
}

const blockSide = 8;
/** Larger steps are edges of the picture. */
const largestStep = 0.08;
/** Share of the step, from the seam outwards. */
const mends = [0.38, 0.2, 0.08] as const;

interface Direction {
  readonly step: number;
  readonly nextRow: number;
  readonly length: number;
  readonly rows: number;
}

/** Smooths JPEG block seams in place; returns the blockiness, 0 to 1. */
function deblock({ width, height, data }: Plane): number {
  const directions: Direction[] = [
    { step: 1, nextRow: width, length: width, rows: height },
    { step: width, nextRow: 1, length: height, rows: width },
  ];
  const blocky = Math.min(...directions.map((direction) => blockiness(data, direction)));
  if (blocky < 0.05) return 0;
  for (const direction of directions) smoothSeams(data, direction, blocky);
  return blocky;
}

/** Compares steps at the seams with steps inside blocks. */
function blockiness(data: Float32Array, { step, nextRow, length, rows }: Direction): number {
  const steps = new Float64Array(2);
  for (let row = 2; row < rows - 2; row += 3) addSteps(data, row * nextRow, step, length, steps);
  const [seams = 0, inside = 0] = steps;
  return smoothstep(1.15, 1.7, (seams + 1e-6) / (inside + 1e-6));
}

/** Adds a row's steps: at the seams, and inside blocks. */
function addSteps(data: Float32Array, start: number, step: number, length: number, steps: Float64Array): void {
  let [seams, inside] = [steps[0] ?? 0, steps[1] ?? 0];
  for (let x = blockSide; x < length - blockSide; x += blockSide) {
    const at = start + x * step;
    const seam = stepAt(data, at, step);
    const before = stepAt(data, at - step, step);
    const middle = stepAt(data, at + 4 * step, step);
    if (Math.max(seam, before, middle) > largestStep) continue;
    seams += seam;
    inside += 0.5 * (middle + before);
  }
  steps.set([seams, inside]);
}

function stepAt(data: Float32Array, at: number, step: number): number {
  return Math.abs((data[at] ?? 0) - (data[at - step] ?? 0));
}

function smoothSeams(data: Float32Array, { step, nextRow, length, rows }: Direction, blocky: number): void {
  for (let row = 0; row < rows; row += 1) smoothRow(data, row * nextRow, step, length, blocky);
}

function smoothRow(data: Float32Array, start: number, step: number, length: number, blocky: number): void {
  for (let x = blockSide; x < length - 4; x += blockSide) {
    const at = start + x * step;
    const left = data[at - step] ?? 0;
    const right = data[at] ?? 0;
    const seam = right - left;
    const beside = Math.max(Math.abs(left - (data[at - 2 * step] ?? 0)), Math.abs((data[at + step] ?? 0) - right));
    const isSeam = clamp(0, 1.5 - beside / (Math.abs(seam) + 0.003), 1);
    const mend = blocky * seam * smoothstep(0.1, 0.04, Math.abs(seam)) * isSeam;
    for (let away = 0; away < mends.length; away += 1) {
      const share = mends[away] ?? 0;
      data[at - (away + 1) * step] = (data[at - (away + 1) * step] ?? 0) + mend * share;
      data[at + away * step] = (data[at + away * step] ?? 0) - mend * share;
    }
  }
}

/** About 0.5 for a finished photo, 3 and more in poor light. */
function needOf({ scene, detail, blocks }: Pick<Prepared, "scene" | "detail" | "blocks">): number {
  const { tones, cast, haze, colour } = scene;
  const { stops, peopleStops, highKey } = expose(scene);
  const beyond = (value: number, from: number, full: number) => Math.max(0, (value - from) / full);
  const isColour = colour > 0.01 ? 1 : 0;
  const flatness =
    beyond(tones.black, 0.02, 0.1) + beyond(0.2, tones.spread, 0.1) + beyond(0.12, colour, 0.1) * isColour;
  return (
    Math.abs(stops) / 0.4 +
    peopleStops / 0.3 +
    (cast.trust * Math.hypot(cast.tint.red, cast.tint.blue)) / 0.25 +
    haze.strength +
    Math.min(1, detail.noise / 0.02) +
    0.8 * detail.softness +
    0.3 * blocks +
    (1 - highKey) * flatness +
    beyond(1 - tones.brightest, 0.02, 0.15) +
    beyond(tones.spread, 0.31, 0.1) +
    beyond(0.13, tones.low, 0.1)
  );
}

/** Share of the look: 1 for a camera's photo, a third for a finished one. */
function finishFor(need: number): number {
  return 1 - 0.65 * smoothstep(1.2, 0.5, need);
}
