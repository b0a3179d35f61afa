import type { Look } from "../../transformations/looks.ts";
import type { Photo } from "../work.ts";
import { bilinearRows } from "../pixels/bilinear-rows.ts";
import { clamp, type Plane, smoothstep } from "../pixels/plane.ts";
import { lumaOf, lumaWeights } from "../pixels/colour.ts";
import { leastHaze } from "./measure-tones.ts";
import { curveSteps, planLook } from "./plan-look.ts";
import type { Prepared } from "./prepare-looks.ts";
import { createPixelWriter } from "./write-pixels.ts";
import type { Skin } from "./measure-faces.ts";

interface Row {
  readonly tone: Float32Array;
  readonly red: Float32Array;
  readonly blue: Float32Array;
  /** Likelihood of skin, and colour gain. */
  readonly skin: Float32Array;
  readonly gain: Float32Array;
}

export function renderLook(prepared: Prepared, look: Look): Photo {
  const { photo, scene, detail, finish } = prepared;
  const { width, height } = photo;
  const plan = planLook(scene, look, finish);
  const row: Row = {
    tone: new Float32Array(width),
    red: new Float32Array(width),
    blue: new Float32Array(width),
    skin: new Float32Array(width),
    gain: new Float32Array(width),
  };
  const colourRow = colourRows(prepared, plan, row);
  const toneRow = toneRows(prepared, plan, row);
  const writeRow = createPixelWriter(photo, plan.shadowLift > 1.12 ? 0.8 : 0.3);
  const data = new Uint8Array(photo.data.length);
  const { tone, red, blue, gain } = row;
  const [smooth, fine] = [detail.smooth.data, detail.fine.data];
  for (let y = 0; y < height; y += 1) {
    colourRow(y);
    toneRow(y);
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const before = (smooth[at] ?? 0) + (fine[at] ?? 0);
      const follow = ((gain[x] ?? 0) * ((tone[x] ?? 0) + 0.03)) / (before + 0.03);
      red[x] = (red[x] ?? 0) * follow;
      blue[x] = (blue[x] ?? 0) * follow;
    }
    writeRow(y, row, data);
  }
  return { width, height, data };
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

function colourRows({ neutral, scene, detail, colour }: Prepared, plan: LookPlan, row: Row): (y: number) => void {
  const { width, data } = neutral;
  const table = colourTable(plan.vibrance, scene.skin);
  const peopleRows = rowsOf(scene.people, neutral);
  const clean = colour && {
    redSlope: rowsOf(colour.redSlope, neutral),
    redOffset: rowsOf(colour.redOffset, neutral),
    blueSlope: rowsOf(colour.blueSlope, neutral),
    blueOffset: rowsOf(colour.blueOffset, neutral),
    trust: rowsOf(colour.trust, neutral),
  };
  const loudness = colour?.loudness ?? 0;
  const smooth = detail.smooth.data;
  const { red, blue, skin, gain } = row;
  const { hasFaces } = scene;
  const { skinColour } = plan;
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
  return (y) => {
    const person = peopleRows(y);
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
      const cell = colourCell((red[x] ?? 0) * share, (blue[x] ?? 0) * share);
      const certainty = hasFaces ? Math.min(1, 0.25 + 1.2 * (person[x] ?? 0)) : 0.75;
      const likely = (table.skin[cell] ?? 0) * certainty;
      skin[x] = likely;
      gain[x] = (table.gain[cell] ?? 1) * (1 - likely) + (1 + skinColour) * likely;
    }
  };
}

const strongEdge = 0.1;
const [mostLift, detailShare] = [3.2, 0.8];

/** The curve moves large areas and scales their detail, so local contrast survives. */
function toneRows({ scene, detail, lines, photo }: Prepared, plan: LookPlan, row: Row): (y: number) => void {
  const { width } = photo;
  const { curve, haze, crispness } = plan;
  const { air, strength, thickness } = scene.haze;
  // Less for a crisp photo.
  const clarity = plan.clarity * (1 - 0.4 * smoothstep(0.1, 0.2, detail.crispness));
  const [slopes, offsets, lights] = [lines.slope, lines.offset, plan.lightMap].map((plane) => rowsOf(plane, photo));
  const veils = strength > leastHaze ? rowsOf(thickness, photo) : null;
  const [smooth, details] = [detail.smooth.data, detail.fine.data];
  const { skin: skins, gain, tone: tones } = row;
  return (y) => {
    const [slope, offset, light] = [slopes?.(y), offsets?.(y), lights?.(y)];
    const veil = veils?.(y);
    for (let x = 0, at = y * width; x < width; x += 1, at += 1) {
      const soft = smooth[at] ?? 0;
      const skin = skins[x] ?? 0;
      let area = (slope?.[x] ?? 0) * soft + (offset?.[x] ?? 0);
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
      const lightGain = light?.[x] ?? 1;
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

export interface ColourTable {
  readonly gain: Float32Array;
  readonly skin: Float32Array;
}

const [columns, rows, stepsPerUnit] = [192, 256, 64];

function colourCell(red: number, blue: number): number {
  const across = red < -1 ? 0 : red >= 2 ? columns - 1 : Math.floor((red + 1) * stepsPerUnit);
  const down = blue < -1 ? 0 : blue >= 3 ? rows - 1 : Math.floor((blue + 1) * stepsPerUnit);
  return down * columns + across;
}

/** Vibrance: pale colours gain most, greys nothing, skin little, known by hue and by the photo's faces. */
function colourTable(vibrance: number, skin: Skin | null): ColourTable {
  const gain = new Float32Array(columns * rows);
  const likely = new Float32Array(columns * rows);
  for (let cell = 0; cell < gain.length; cell += 1) {
    const red = ((cell % columns) + 0.5) / stepsPerUnit - 1;
    const blue = (Math.floor(cell / columns) + 0.5) / stepsPerUnit - 1;
    const green = -(lumaWeights.red * red + lumaWeights.blue * blue) / lumaWeights.green;
    const most = Math.max(red, green, blue);
    const least = Math.min(red, green, blue);
    const saturation = clamp(0, (most - least) / (1 + most), 1);
    const angle = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
    const hue = (angle + 360) % 360;
    const sky = smoothstep(160, 190, hue) * smoothstep(265, 235, hue);
    const leaf = smoothstep(55, 75, hue) * smoothstep(165, 140, hue);
    const hot = smoothstep(30, 10, hue) + smoothstep(330, 350, hue);
    const weight = 1 + 0.35 * sky + 0.2 * leaf - 0.35 * hot;
    gain[cell] = 1 + vibrance * weight * (1 - saturation) ** 1.3 * smoothstep(0.015, 0.12, saturation);
    const likeSkin =
      smoothstep(3, 12, hue) *
      smoothstep(44, 33, hue) *
      smoothstep(0.08, 0.18, saturation) *
      smoothstep(0.8, 0.62, saturation);
    const near = skin ? Math.exp(-(((red - skin.red) / 0.16) ** 2 + ((blue - skin.blue) / 0.16) ** 2)) : 0;
    likely[cell] = skin ? Math.min(1, 0.75 * likeSkin + near) : likeSkin;
  }
  return { gain, skin: likely };
}
