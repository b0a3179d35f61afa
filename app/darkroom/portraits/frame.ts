import type { Size } from "../opencv/filters.ts";
import { clamp } from "../pixels/plane.ts";
import type { Body, Head } from "./heads.ts";
import type { Area } from "./part-of-photo.ts";

export type Crop = "chest" | "waist" | "thigh" | "full";

export interface Frame extends Area {
  readonly crop: Crop;
  /** Share of the height from the top. */
  readonly eyes: number;
  readonly head: number;
}

const cuts = { thigh: 4.35, waist: 3, chest: 1.95 } as const;
/** In heads below the eyes. */
const wholeFrom = 5.4;

/** Width over height. */
const [upright, landscape, row] = [4 / 5, 5 / 4, 3 / 2];
/** Factor of the width between raised hands. */
const aroundArms = 1.05;
const [narrowest, squarest] = [2 / 3, 1];
const [air, leastWidth] = [0.1, 1.3];
/** Shares of the frame below the eyes: usual, and where hair would be cropped. */
const [belowEyes, belowHair] = [0.42, 0.34];

/** Lower for groups. */
const eyesAt = { chest: 0.39, waist: 0.345, thigh: 0.27 } as const;
const groupEyesAt = 0.38;

/** In heads above the eyes: higher is an arm or a hat. */
const raisedFrom = 1.35;

const [fullBody, groundBelow] = [0.8, 0.075];

const inset = 0.006;

/** Finds the lowest good cut within `wanted` and the visible part, in heads below the eyes. */
export function lowerCut(wanted: Exclude<Crop, "full">, visible: number): number {
  const best = Object.values(cuts).find((cut) => cut <= cuts[wanted] && cut <= visible);
  return best ?? visible;
}

/** True when the photo shows the body from head to feet. */
export function isWhole(heads: readonly Head[], body: Body): boolean {
  const { cut } = body;
  if (cut.bottom || cut.top || cut.left.length > 0 || cut.right.length > 0) return false;
  return body.bottom - meanOf(heads, "y") > wholeFrom * middleHeight(heads);
}

/**
 * The frame ends at or above the photo's own crop, so that no person floats, and not at a joint. A full figure needs a
 * whole body; otherwise the frame ends at the thigh.
 */
export function frameFor(photo: Size, heads: readonly Head[], body: Body, crop: Crop): Frame {
  const full = crop === "full" && isWhole(heads, body);
  const wanted = crop === "full" ? "thigh" : crop;
  const whole = !full && wanted !== "chest" && isBroadOutline(heads, body);
  const shown = whole ? wholeOutline(photo, body) : cutFigure(photo, heads, body, wanted);
  const frame = full ? fullFigure(heads, body) : shown;
  const area = insideCuts(photo, heads, body, frame, full || whole);
  const head = middleHeight(heads) / area.height;
  return { ...area, crop: full ? "full" : wanted, eyes: (meanOf(heads, "y") - area.top) / area.height, head };
}

interface Wanted {
  bottom: number;
  height: number;
  ratio: number;
  least: number;
}

function fullFigure(heads: readonly Head[], body: Body): Wanted {
  const ratio = ratioFor((body.right - body.left) * 1.1, (body.bottom - body.top) / fullBody, heads.length);
  const height = Math.max((body.bottom - body.top) / fullBody, ((body.right - body.left) * 1.12) / ratio);
  return { bottom: body.bottom + groundBelow * height, height, ratio, least: ratio };
}

/** Height over width from which an outline is a standing person's. */
const standingFrom = 1.8;

/** True for animals and for hair seen from above: nothing shows where the face is, so nothing may be cut off. */
function isBroadOutline(heads: readonly Head[], { left, right, top, bottom }: Body): boolean {
  return heads[0]?.isGuess === true && bottom - top < standingFrom * (right - left);
}

/** Shares of the outline: width beside it, height above it, and the lowest part, cut off so that it does not float. */
const [beside, above, lowest] = [1.12, 1.2, 0.05];

function wholeOutline(photo: Size, body: Body): Wanted {
  const bottom = body.cut.bottom ? photo.height * (1 - inset) : body.bottom - lowest * (body.bottom - body.top);
  const [wide, high] = [(body.right - body.left) * beside, (bottom - body.top) * above];
  const ratio = clamp(upright, wide / high, row);
  return { bottom, height: Math.max(high, wide / ratio), ratio, least: narrowest };
}

function cutFigure(photo: Size, heads: readonly Head[], body: Body, wanted: Exclude<Crop, "full">): Wanted {
  const head = middleHeight(heads);
  const eyes = meanOf(heads, "y");
  const lowest = lowestRow(photo, head, body);
  const crown = body.top - 0.25 * head;
  const visible = (lowest - eyes) / head;
  const cut = lowerCut(wanted, visible);
  if (heads.length > 1) return cutGroup(heads, body, { head, eyes, shown: visible, wanted });
  const share = wanted === "thigh" && cut < cuts.thigh ? eyesAt.waist : eyesAt[wanted];
  const bottom = eyes + cut * head;
  let height = (cut * head) / (1 - share);
  if (body.top < eyes - raisedFrom * head) {
    height = Math.max(height, Math.min(bottom - crown, (bottom - eyes) / belowEyes));
    const wide = (body.right - body.left) * aroundArms;
    if (wide / upright > Math.max(height, (bottom - eyes) / belowEyes)) {
      return { bottom, height: Math.max(height, wide / landscape), ratio: landscape, least: narrowest };
    }
    height = Math.max(height, wide / upright);
  }
  const hair = Math.max(body.top, eyes - raisedFrom * head) - air * head;
  const withHair = Math.min(bottom - hair, (bottom - eyes) / belowHair);
  height = Math.max(withHair, Math.min(height, (bottom - eyes) / belowEyes));
  return { bottom, height, ratio: clamp(upright, (leastWidth * head) / height, squarest), least: narrowest };
}

/** Heads set the width; spare height shows more of the bodies. */
function cutGroup(
  heads: readonly Head[],
  body: Body,
  { head, eyes, shown: visible, wanted }: { head: number; eyes: number; shown: number; wanted: Exclude<Crop, "full"> },
): Wanted {
  const xs = heads.map(({ x }) => x);
  const spread = Math.max(...xs) - Math.min(...xs);
  const wide = Math.max(spread + 2 * head, Math.min((body.right - body.left) * 1.03, spread + 3 * head));
  const first = (lowerCut(wanted, visible) * head) / (1 - groupEyesAt);
  const ratio = ratioFor(wide, first, heads.length);
  const height = Math.max(first, wide / ratio);
  const fitting = ((1 - groupEyesAt) * height) / head;
  const cut = Math.max(lowerCut(wanted, visible), lowerCut("thigh", Math.min(visible, fitting)));
  // The highest crown stays in the frame.
  const tallest = Math.min(...heads.map((one) => one.y - 0.75 * one.height));
  const bottom = eyes + cut * head;
  // If the photo cuts both outer arms, the frame gets narrower and never loses a head.
  return { bottom, height: Math.max(height, bottom - tallest), ratio, least: narrowest };
}

function ratioFor(width: number, height: number, people: number): number {
  if (people < 2 || width / height < 0.95) return upright;
  return width / height < 1.45 ? landscape : row;
}

function lowestRow(photo: Size, head: number, body: Body): number {
  if (body.cut.bottom) return photo.height * (1 - inset);
  return Math.min(body.bottom - 0.12 * head, body.solidBottom);
}

function insideCuts(
  photo: Size,
  heads: readonly Head[],
  body: Body,
  { bottom, height, ratio, least }: Wanted,
  centred: boolean,
): Area {
  const edge = inset * photo.width;
  const middle = middleOf(heads, body, height * ratio, centred);
  const crown = crownOf(heads, body);
  let high = height;
  for (let round = 0; round < 3; round += 1) {
    // A frame that arms at both edges make lower ends higher on the body, and never loses the head.
    const low = high < height ? Math.min(bottom, crown + high) : bottom;
    const top = low - high;
    const within = (rows: readonly number[]) => rows.some((y) => y > top && y < low);
    const atLeft = within(body.cut.left);
    const atRight = within(body.cut.right);
    const widest = atLeft && atRight ? photo.width - 2 * edge : Infinity;
    const tallest = body.cut.top ? low : Infinity;
    const next = Math.min(high, widest / least, tallest);
    if (next === high) {
      const width = Math.min(high * ratio, widest);
      let left = middle - width / 2;
      if (atRight) left = Math.min(left, photo.width - edge - width);
      if (atLeft) left = Math.max(left, edge);
      return { left, top, width, height: high };
    }
    high = next;
  }
  return { left: middle - (high * ratio) / 2, top: bottom - high, width: high * ratio, height: high };
}

/** Row of the highest hair, with air above it where the photo shows some. */
function crownOf(heads: readonly Head[], { top, cut }: Body): number {
  const highest = Math.min(...heads.map(({ y, height }) => y - raisedFrom * height));
  const crown = Math.max(top, highest) - air * middleHeight(heads);
  return cut.top ? Math.max(0, crown) : crown;
}

/** Centred on body and eyes, with space in the direction of the look. */
function middleOf(heads: readonly Head[], body: Body, width: number, full: boolean): number {
  const ofBody = (body.left + body.right) / 2;
  const [only] = heads;
  if (heads.length > 1 && !full) {
    const xs = heads.map(({ x }) => x);
    return (Math.min(...xs) + Math.max(...xs)) / 2;
  }
  if (full || !only || body.top < only.y - raisedFrom * only.height) return ofBody;
  return only.x + clamp(-0.08 * width, ofBody - only.x, 0.08 * width) + 0.06 * only.turn * width;
}

function middleHeight(heads: readonly Head[]): number {
  const heights = heads.map(({ height }) => height).toSorted((one, other) => one - other);
  return heights[heights.length >> 1] ?? 1;
}

const meanOf = (heads: readonly Head[], axis: "x" | "y") =>
  heads.reduce((sum, head) => sum + head[axis], 0) / Math.max(1, heads.length);
