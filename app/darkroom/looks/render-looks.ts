import type { Look } from "../../transformations/looks.ts";
import type { Photo } from "../work.ts";
import { rowsOf, smoothstep } from "../pixels/plane.ts";
import { lumaWeights } from "../pixels/colour.ts";
import { colourCell, colourGains, skinLikelihoods } from "./colour-tables.ts";
import { leastHaze } from "./measure-tones.ts";
import { curveSteps, type Plan, planLook, underLight } from "./plan-look.ts";
import type { Prepared } from "./prepare-looks.ts";
import { skinCorrection } from "./true-skin.ts";
import { type ColourRow, writeRow } from "./write-pixels.ts";

/** A row of the photo's own values, the same in every look. */
interface PhotoRow {
  readonly red: Float32Array;
  readonly blue: Float32Array;
  /** 1 / luma. */
  readonly perLuma: Float32Array;
  /** Cell of the tables of skin and colour gain. */
  readonly cell: Uint16Array;
  /** Likelihood of skin. */
  readonly skin: Float32Array;
}

/** A row of the luma: large areas, and the detail within them. Haze of each look's own strength is removed. */
interface AreaRow {
  readonly area: Float32Array;
  /** 1 / area. */
  readonly perArea: Float32Array;
  readonly apart: Float32Array;
  /** `apart`, less at strong edges. */
  readonly texture: Float32Array;
  readonly fine: Float32Array;
  /** Gain of contrast by the removed haze. */
  readonly through: Float32Array;
}

/** Renders looks together, row by row: the photo's clean colours are calculated once. */
export function renderLooks<Wanted extends Look>(prepared: Prepared, looks: readonly Wanted[]): Record<Wanted, Photo> {
  const readRow = photoRows(prepared);
  const isHazy = prepared.scene.haze.strength > leastHaze;
  const clearAreas = isHazy ? null : areaRows(prepared, 0);
  const renderers = looks.map((look) => lookRenderer(prepared, look, isHazy));
  for (let y = 0; y < prepared.photo.height; y += 1) {
    const row = readRow(y);
    const areas = clearAreas?.(y) ?? null;
    for (const { renderRow } of renderers) renderRow(y, row, areas);
  }
  return Object.fromEntries(renderers.map(({ look, picture }) => [look, picture])) as Record<Wanted, Photo>;
}

function lookRenderer<Wanted extends Look>(prepared: Prepared, look: Wanted, isHazy: boolean) {
  const { photo, scene, finish } = prepared;
  const { width, height } = photo;
  const plan = planLook(scene, look, finish);
  // Less for a crisp photo.
  const clarity = plan.clarity * (1 - 0.4 * smoothstep(0.1, 0.2, prepared.detail.crispness));
  const gains = colourGains(plan.vibrance);
  const strengths = { ...plan, clarity, gains, skinGain: 1 + plan.skinColour, skinLoss: isHazy ? 0.15 : 0 };
  const [tone, gain] = [new Float32Array(width), new Float32Array(width)];
  const lights = rowsOf(plan.lightMap, photo);
  const ownAreas = isHazy ? areaRows(prepared, plan.haze) : null;
  const dither = plan.shadowLift > 1.12 ? 0.8 : 0.3;
  const data = new Uint8Array(photo.data.length);
  const renderRow = (y: number, own: PhotoRow, clearAreas: AreaRow | null) => {
    const areas = clearAreas ?? ownAreas?.(y);
    if (!areas) return;
    const row = { tone, gain, red: own.red, blue: own.blue };
    gainRow(row, own, areas, strengths);
    toneRow(row, own, areas, strengths, lights(y));
    writeRow(photo, y, row, dither, data);
  };
  return { look, picture: { width, height, data }, renderRow };
}

function photoRows({ neutral, scene, detail, colour }: Prepared): (y: number) => PhotoRow {
  const { width } = neutral;
  const likelihoods = skinLikelihoods(scene.skin);
  const correct = scene.skin && skinCorrection(scene.skin);
  const people = rowsOf(scene.people, neutral);
  const faces = scene.faces && rowsOf(scene.faces, neutral);
  const clean = colour && {
    redSlope: rowsOf(colour.redSlope, neutral),
    redOffset: rowsOf(colour.redOffset, neutral),
    blueSlope: rowsOf(colour.blueSlope, neutral),
    blueOffset: rowsOf(colour.blueOffset, neutral),
    trust: rowsOf(colour.trust, neutral),
  };
  const row = {
    red: new Float32Array(width),
    blue: new Float32Array(width),
    perLuma: new Float32Array(width),
    cell: new Uint16Array(width),
    skin: new Float32Array(width),
  };
  const { red, blue, skin } = row;
  const leastCertain = scene.faces ? 0.25 : 0.75;
  const byPeople = scene.faces ? 1.2 : 0;
  return (y) => {
    const [from, to] = [y * width, (y + 1) * width];
    const [luma, fine] = [detail.smooth.data.subarray(from, to), detail.fine.data.subarray(from, to)];
    colourRow(neutral.data, from, red, blue);
    if (clean) {
      cleanRow(red, clean.redSlope(y), clean.redOffset(y), clean.trust(y), luma, colour.loudness);
      cleanRow(blue, clean.blueSlope(y), clean.blueOffset(y), clean.trust(y), luma, colour.loudness);
    }
    skinRow(row, luma, people(y), likelihoods, leastCertain, byPeople);
    if (correct && faces) correct({ red, blue, luma, skin, face: faces(y) });
    lumaRow(row.perLuma, luma, fine);
    return row;
  };
}

const perByte = 1 / 255;
const [ofRed, ofGreen, ofBlue] = [lumaWeights.red * perByte, lumaWeights.green * perByte, lumaWeights.blue * perByte];

// Functions of a row at a time stay compiled for the next photo; V8 drops the code of one long loop.
function colourRow(data: Uint8Array, start: number, red: Float32Array, blue: Float32Array): void {
  for (let x = 0, from = start * 3; x < red.length; x += 1, from += 3) {
    const r = data[from] ?? 0;
    const b = data[from + 2] ?? 0;
    const luma = ofRed * r + ofGreen * (data[from + 1] ?? 0) + ofBlue * b;
    red[x] = r * perByte - luma;
    blue[x] = b * perByte - luma;
  }
}

const darkest = 0.24;

/** Draws a colour as a line over luma where it is trusted; dark loud colours become paler. */
function cleanRow(
  colour: Float32Array,
  slope: Float32Array,
  offset: Float32Array,
  trust: Float32Array,
  luma: Float32Array,
  loudness: number,
): void {
  for (let x = 0; x < colour.length; x += 1) {
    const soft = luma[x] ?? 0;
    const own = colour[x] ?? 0;
    const pale = soft < darkest ? 1 - 0.55 * loudness * (1 - soft / darkest) : 1;
    colour[x] = pale * (own + ((slope[x] ?? 0) * soft + (offset[x] ?? 0) - own) * (trust[x] ?? 0));
  }
}

function skinRow(
  { red, blue, cell, skin }: PhotoRow,
  luma: Float32Array,
  people: Float32Array,
  likelihoods: Float32Array,
  leastCertain: number,
  byPeople: number,
): void {
  for (let x = 0; x < red.length; x += 1) {
    const share = 1 / ((luma[x] ?? 0) + 0.03);
    const place = colourCell((red[x] ?? 0) * share, (blue[x] ?? 0) * share);
    const certainty = leastCertain + byPeople * (people[x] ?? 0);
    cell[x] = place;
    skin[x] = (likelihoods[place] ?? 0) * (certainty < 1 ? certainty : 1);
  }
}

function lumaRow(perLuma: Float32Array, smooth: Float32Array, fine: Float32Array): void {
  for (let x = 0; x < perLuma.length; x += 1) perLuma[x] = 1 / ((smooth[x] ?? 0) + (fine[x] ?? 0) + 0.03);
}

function areaRows({ scene, detail, lines, photo }: Prepared, haze: number): (y: number) => AreaRow {
  const { width } = photo;
  const { air, thickness } = scene.haze;
  const [slopes, offsets] = [rowsOf(lines.slope, photo), rowsOf(lines.offset, photo)];
  const veils = haze > 0 ? rowsOf(thickness, photo) : null;
  const rows: AreaRow = {
    area: new Float32Array(width),
    perArea: new Float32Array(width),
    apart: new Float32Array(width),
    texture: new Float32Array(width),
    fine: new Float32Array(width),
    through: new Float32Array(width).fill(1),
  };
  return (y) => {
    const [from, to] = [y * width, (y + 1) * width];
    rows.fine.set(detail.fine.data.subarray(from, to));
    const veil = veils?.(y);
    if (veil) throughHaze(rows.through, rows.fine, veil, haze);
    areaRow(rows, detail.smooth.data.subarray(from, to), slopes(y), offsets(y), air);
    return rows;
  };
}

function throughHaze(through: Float32Array, fine: Float32Array, veil: Float32Array, haze: number): void {
  for (let x = 0; x < through.length; x += 1) {
    const gain = 1 / (1 - haze * (veil[x] ?? 0));
    through[x] = gain;
    fine[x] = (fine[x] ?? 0) * gain;
  }
}

const strongEdge = 0.1;
const blackest = 0.015;

function areaRow(
  { area: areas, perArea, apart: aparts, texture, through }: AreaRow,
  smooth: Float32Array,
  slope: Float32Array,
  offset: Float32Array,
  air: number,
): void {
  for (let x = 0; x < areas.length; x += 1) {
    const soft = smooth[x] ?? 0;
    const gain = through[x] ?? 1;
    const body = air - (air - soft) * gain;
    let area = air - (air - ((slope[x] ?? 0) * soft + (offset[x] ?? 0))) * gain;
    const lid = body + 0.03 + (body > 0.05 ? (body - 0.05) * 4 : 0);
    if (area > lid) area = lid;
    area = area < 0 ? 0 : area > 1 ? 1 : area;
    const apart = body - area;
    const edge = apart / strongEdge;
    areas[x] = area;
    perArea[x] = 1 / (area + blackest);
    aparts[x] = apart;
    texture[x] = apart / (1 + edge * edge);
  }
}

interface Strengths extends Plan {
  /** Gain of colour per cell. */
  readonly gains: Float32Array;
  readonly skinGain: number;
  /** Share of skin's colour that haze's removal does not strengthen. */
  readonly skinLoss: number;
}

function gainRow(
  { gain }: ColourRow,
  { cell, skin: skins }: PhotoRow,
  { through }: AreaRow,
  { gains, skinGain, skinLoss }: Strengths,
): void {
  for (let x = 0; x < gain.length; x += 1) {
    const skin = skins[x] ?? 0;
    const own = (gains[cell[x] ?? 0] ?? 1) * (1 - skin) + skinGain * skin;
    gain[x] = own * (through[x] ?? 1) * (1 - skinLoss * skin);
  }
}

const [mostLift, detailShare] = [3.2, 0.8];

/** The curve moves large areas and scales their detail, so local contrast survives; colour follows the tone. */
function toneRow(
  { tone: tones, gain }: ColourRow,
  { skin: skins, perLuma }: PhotoRow,
  { area, perArea, apart, texture, fine }: AreaRow,
  { curve, clarity, crispness }: Strengths,
  light: Float32Array,
): void {
  for (let x = 0; x < tones.length; x += 1) {
    const unlike = 1 - (skins[x] ?? 0);
    const place = (area[x] ?? 0) * curveSteps;
    const step = Math.floor(place);
    const onCurve = curve[step] ?? 0;
    let tone = onCurve + ((curve[step + 1] ?? 1) - onCurve) * (place - step);
    let more = light[x] ?? 1;
    // Bright areas near people are not darkened.
    if (more < 1 && tone > 0.5) more += (1 - more) * Math.min(1, 2.5 * (tone - 0.5));
    tone = underLight(tone, more);
    const lift = Math.min(mostLift, (tone + blackest) * (perArea[x] ?? 0));
    const share = lift > 1 ? 1 + (lift - 1) * detailShare : lift;
    const local = (apart[x] ?? 0) + clarity * (0.25 + 0.75 * unlike) * (texture[x] ?? 0);
    tone += share * (local + (fine[x] ?? 0) * (1 + (crispness - 1) * unlike));
    tones[x] = tone;
    gain[x] = (gain[x] ?? 1) * (tone + 0.03) * (perLuma[x] ?? 0);
  }
}
