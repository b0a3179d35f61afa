import type { Look } from "../../transformations/looks.ts";
import type { Photo } from "../work.ts";
import { bilinearRows, clamp, type Plane, smoothstep } from "../pixels/plane.ts";
import { lumaOf, lumaWeights } from "../pixels/colour.ts";
import { leastHaze } from "./measure-tones.ts";
import { curveSteps, planLook } from "./plan-look.ts";
import type { Prepared } from "./prepare-looks.ts";
import { createPixelWriter } from "./write-pixels.ts";
import type { Skin } from "./measure-faces.ts";
import { skinCorrection } from "./true-skin.ts";

/** A row of the photo's own values, the same in every look. */
interface PhotoRow {
  readonly red: Float32Array;
  readonly blue: Float32Array;
  /** Cell of the tables of skin and colour gain. */
  readonly cell: Uint16Array;
  /** Likelihood of skin. */
  readonly skin: Float32Array;
  /** Large areas as lines over smooth luma. */
  readonly slope: Float32Array;
  readonly offset: Float32Array;
  /** Haze; null in clear air. */
  readonly veil: Float32Array | null;
}

interface LookRow {
  readonly tone: Float32Array;
  readonly red: Float32Array;
  readonly blue: Float32Array;
  readonly gain: Float32Array;
}

/** Renders looks together, row by row: the photo's clean colours are calculated once. */
export function renderLooks<Wanted extends Look>(prepared: Prepared, looks: readonly Wanted[]): Record<Wanted, Photo> {
  const readRow = photoRows(prepared);
  const renderers = looks.map((look) => lookRenderer(prepared, look));
  for (let y = 0; y < prepared.photo.height; y += 1) {
    const row = readRow(y);
    for (const { renderRow } of renderers) renderRow(y, row);
  }
  return Object.fromEntries(renderers.map(({ look, picture }) => [look, picture])) as Record<Wanted, Photo>;
}

function lookRenderer<Wanted extends Look>(prepared: Prepared, look: Wanted) {
  const { photo, scene, detail, finish } = prepared;
  const { width, height } = photo;
  const plan = planLook(scene, look, finish);
  const row: LookRow = {
    tone: new Float32Array(width),
    red: new Float32Array(width),
    blue: new Float32Array(width),
    gain: new Float32Array(width),
  };
  const { tone, red, blue, gain } = row;
  const gains = colourGains(plan.vibrance);
  const skinGain = 1 + plan.skinColour;
  const toneRow = toneRows(prepared, plan, row);
  const writeRow = createPixelWriter(photo, plan.shadowLift > 1.12 ? 0.8 : 0.3);
  const data = new Uint8Array(photo.data.length);
  const [smooth, fine] = [detail.smooth.data, detail.fine.data];
  const renderRow = (y: number, own: PhotoRow) => {
    for (let x = 0; x < width; x += 1) {
      const skin = own.skin[x] ?? 0;
      gain[x] = (gains[own.cell[x] ?? 0] ?? 1) * (1 - skin) + skinGain * skin;
    }
    toneRow(y, own);
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const before = (smooth[at] ?? 0) + (fine[at] ?? 0);
      const follow = ((gain[x] ?? 0) * ((tone[x] ?? 0) + 0.03)) / (before + 0.03);
      red[x] = (own.red[x] ?? 0) * follow;
      blue[x] = (own.blue[x] ?? 0) * follow;
    }
    writeRow(y, row, data);
  };
  return { look, picture: { width, height, data }, renderRow };
}

type LookPlan = ReturnType<typeof planLook>;

function rowsOf(plane: Plane, { width, height }: Photo): (y: number) => Float32Array {
  const read = bilinearRows(plane, width, height);
  const row = new Float32Array(width);
  return (y) => {
    read(y, row);
    return row;
  };
}

const darkest = 0.24;

function photoRows({ neutral, scene, detail, colour, lines }: Prepared): (y: number) => PhotoRow {
  const { width, data } = neutral;
  const likelihoods = skinLikelihoods(scene.skin);
  const correct = scene.skin && skinCorrection(scene.skin);
  const { strength, thickness } = scene.haze;
  const [slopes, offsets, people] = [
    rowsOf(lines.slope, neutral),
    rowsOf(lines.offset, neutral),
    rowsOf(scene.people, neutral),
  ];
  const veils = strength > leastHaze ? rowsOf(thickness, neutral) : null;
  const clean = colour && {
    redSlope: rowsOf(colour.redSlope, neutral),
    redOffset: rowsOf(colour.redOffset, neutral),
    blueSlope: rowsOf(colour.blueSlope, neutral),
    blueOffset: rowsOf(colour.blueOffset, neutral),
    trust: rowsOf(colour.trust, neutral),
  };
  const loudness = colour?.loudness ?? 0;
  const smooth = detail.smooth.data;
  const [red, blue] = [new Float32Array(width), new Float32Array(width)];
  const cleanRow = (y: number, start: number) => {
    if (!clean) return;
    const [redSlope, redOffset] = [clean.redSlope(y), clean.redOffset(y)];
    const [blueSlope, blueOffset] = [clean.blueSlope(y), clean.blueOffset(y)];
    const trusts = clean.trust(y);
    for (let x = 0; x < width; x += 1) {
      const soft = smooth[start + x] ?? 0;
      const trust = trusts[x] ?? 0;
      const r = red[x] ?? 0;
      const b = blue[x] ?? 0;
      const pale = soft < darkest ? 1 - 0.55 * loudness * (1 - soft / darkest) : 1;
      red[x] = pale * (r + ((redSlope[x] ?? 0) * soft + (redOffset[x] ?? 0) - r) * trust);
      blue[x] = pale * (b + ((blueSlope[x] ?? 0) * soft + (blueOffset[x] ?? 0) - b) * trust);
    }
  };
  const [cell, skin] = [new Uint16Array(width), new Float32Array(width)];
  const faces = scene.faces && rowsOf(scene.faces, neutral);
  return (y) => {
    const person = people(y);
    const start = y * width;
    for (let x = 0, from = start * 3; x < width; x += 1, from += 3) {
      const r = (data[from] ?? 0) / 255;
      const b = (data[from + 2] ?? 0) / 255;
      const luma = lumaOf(r, (data[from + 1] ?? 0) / 255, b);
      red[x] = r - luma;
      blue[x] = b - luma;
    }
    cleanRow(y, start);
    for (let x = 0; x < width; x += 1) {
      const share = 1 / ((smooth[start + x] ?? 0) + 0.03);
      const place = colourCell((red[x] ?? 0) * share, (blue[x] ?? 0) * share);
      const certainty = scene.faces ? Math.min(1, 0.25 + 1.2 * (person[x] ?? 0)) : 0.75;
      cell[x] = place;
      skin[x] = (likelihoods[place] ?? 0) * certainty;
    }
    if (correct && faces) correct({ red, blue, luma: smooth.subarray(start, start + width), skin, face: faces(y) });
    return { red, blue, cell, skin, slope: slopes(y), offset: offsets(y), veil: veils?.(y) ?? null };
  };
}

const strongEdge = 0.1;
const [mostLift, detailShare] = [3.2, 0.8];

/** The curve moves large areas and scales their detail, so local contrast survives. */
function toneRows({ scene, detail, photo }: Prepared, plan: LookPlan, row: LookRow) {
  const { width } = photo;
  const { curve, haze, crispness } = plan;
  const { air } = scene.haze;
  // Less for a crisp photo.
  const clarity = plan.clarity * (1 - 0.4 * smoothstep(0.1, 0.2, detail.crispness));
  const lights = rowsOf(plan.lightMap, photo);
  const [smooth, details] = [detail.smooth.data, detail.fine.data];
  const { gain, tone: tones } = row;
  return (y: number, { slope, offset, veil, skin: skins }: PhotoRow) => {
    const light = lights(y);
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const soft = smooth[at] ?? 0;
      const skin = skins[x] ?? 0;
      let area = (slope[x] ?? 0) * soft + (offset[x] ?? 0);
      let body = soft;
      let fine = details[at] ?? 0;
      if (veil) {
        const through = 1 / (1 - haze * (veil[x] ?? 0));
        area = air - (air - area) * through;
        body = air - (air - body) * through;
        fine *= through;
        gain[x] = (gain[x] ?? 1) * through * (1 - 0.15 * skin);
      }
      const lid = body + 0.03 + (body > 0.05 ? (body - 0.05) * 4 : 0);
      if (area > lid) area = lid;
      area = area < 0 ? 0 : area > 1 ? 1 : area;
      const step = Math.floor(area * curveSteps);
      const onCurve = curve[step] ?? 0;
      let tone = onCurve + ((curve[step + 1] ?? 1) - onCurve) * (area * curveSteps - step);
      const lightGain = light[x] ?? 1;
      // Bright areas near people are not darkened.
      const more =
        lightGain < 1 && tone > 0.5 ? lightGain + (1 - lightGain) * Math.min(1, 2.5 * (tone - 0.5)) : lightGain;
      tone = (more * tone) / (1 + (more - 1) * tone * tone);
      const lift = Math.min(mostLift, (tone + 0.015) / (area + 0.015));
      const share = lift > 1 ? 1 + (lift - 1) * detailShare : lift;
      const apart = body - area;
      const edge = apart / strongEdge;
      const local = apart * (1 + (clarity * (1 - 0.75 * skin)) / (1 + edge * edge));
      tones[x] = tone + share * (local + fine * (1 + (crispness - 1) * (1 - skin)));
    }
  };
}

const [columns, rows, stepsPerUnit] = [192, 256, 64];

function colourCell(red: number, blue: number): number {
  const across = red < -1 ? 0 : red >= 2 ? columns - 1 : Math.floor((red + 1) * stepsPerUnit);
  const down = blue < -1 ? 0 : blue >= 3 ? rows - 1 : Math.floor((blue + 1) * stepsPerUnit);
  return down * columns + across;
}

interface CellColour {
  readonly red: number;
  readonly blue: number;
  /** Degrees. */
  readonly hue: number;
  readonly saturation: number;
}

/** A value for each cell of colour. */
function tableOf(valueOf: (colour: CellColour) => number): Float32Array {
  return Float32Array.from({ length: columns * rows }, (_, cell) => {
    const red = ((cell % columns) + 0.5) / stepsPerUnit - 1;
    const blue = (Math.floor(cell / columns) + 0.5) / stepsPerUnit - 1;
    const green = -(lumaWeights.red * red + lumaWeights.blue * blue) / lumaWeights.green;
    const most = Math.max(red, green, blue);
    const least = Math.min(red, green, blue);
    const angle = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
    return valueOf({ red, blue, hue: (angle + 360) % 360, saturation: clamp(0, (most - least) / (1 + most), 1) });
  });
}

/** Vibrance: pale colours gain most, greys nothing. */
const colourGains = (vibrance: number): Float32Array =>
  tableOf(({ hue, saturation }) => {
    const sky = smoothstep(160, 190, hue) * smoothstep(265, 235, hue);
    const leaf = smoothstep(55, 75, hue) * smoothstep(165, 140, hue);
    const hot = smoothstep(30, 10, hue) + smoothstep(330, 350, hue);
    const weight = 1 + 0.35 * sky + 0.2 * leaf - 0.35 * hot;
    return 1 + vibrance * weight * (1 - saturation) ** 1.3 * smoothstep(0.015, 0.12, saturation);
  });

/** Skin is known by its hue and by the photo's faces. */
const skinLikelihoods = (skin: Skin | null): Float32Array =>
  tableOf(({ red, blue, hue, saturation }) => {
    const likely =
      smoothstep(3, 12, hue) *
      smoothstep(44, 33, hue) *
      smoothstep(0.08, 0.18, saturation) *
      smoothstep(0.8, 0.62, saturation);
    if (!skin) return likely;
    const near = Math.exp(-(((red - skin.red) / 0.16) ** 2 + ((blue - skin.blue) / 0.16) ** 2));
    return Math.min(1, 0.75 * likely + near);
  });
