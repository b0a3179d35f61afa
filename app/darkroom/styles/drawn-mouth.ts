import { clamp } from "../pixels/plane.ts";
import type { Photo } from "../work.ts";
import type { Point } from "../vision/faces.ts";
import type { FaceDrawing, FacePen } from "./drawn-faces.ts";
import { type Drawing, hexOf, smoothPath, swelling, taperedStroke } from "./drawn-strokes.ts";
import { boxOf, type Cell, cellsInside, colourAround, lumaOfRgb, redness, type Rgb } from "./face-colours.ts";
import { between, distance, landmark, type Landmarks, lips, moved, outlineOf, ringOf } from "./face-outlines.ts";
import type { Seen } from "./seeing.ts";

const openFrom = 0.06;
const teeth = "#f7f3ee";
/** Share of an open mouth's height. */
const teethDown = 0.35;
/** Less red than the skin by this: a microphone or a hand before the mouth. */
const notLips = 0.06;

/** Draws lips in their own colours, and teeth or the dark between them. */
export function drawMouth(drawing: Drawing, { sheet }: Seen, look: FaceDrawing, pen: FacePen): void {
  const { face, unit, fade, madeUp, skin } = look;
  const [top, bottom] = [outlineOf(face.landmarks, lips.top), outlineOf(face.landmarks, lips.bottom)];
  const colours = { skin, lips: colourOfLips(sheet, face.landmarks), apart: lipsApart(face.landmarks) };
  const [innerTop, innerBottom] = innerEdges(sheet, face.landmarks, colours);
  const lip = (outer: readonly Point[], inner: readonly Point[]) => {
    const own = colourAround(sheet, middleOf(outer, inner), Math.max(1, Math.round(2 * unit)));
    if (redness(own) < redness(skin) - notLips) return;
    drawing.fill(smoothPath([...outer, ...inner.toReversed()], true), hexOf(own), (0.55 + 0.35 * madeUp) * fade);
  };
  lip(top, innerTop);
  lip(bottom, innerBottom);
  const origin = { x: 0, y: 0 };
  const gap = distance(innerTop[5] ?? origin, innerBottom[5] ?? origin);
  const ring = ringOf(innerTop, innerBottom);
  const isApart = gap > openFrom * distance(innerTop[0] ?? origin, innerTop[10] ?? origin);
  const inside = isApart ? insideOfMouth(sheet, ring, colours) : "lips";
  if (inside !== "lips") {
    drawing.fill(smoothPath(ring, true), inside === "teeth" ? teeth : "#6d2c30", 0.92 * fade);
    if (inside === "teeth above dark") {
      const edge = innerTop.map((point, index) => between(point, innerBottom[index] ?? point, teethDown));
      drawing.fill(smoothPath([...innerTop, ...edge.toReversed()], true), teeth, 0.92 * fade);
    }
    const width = (share: number) => unit * 3.6 * pen.mouth * swelling(share);
    drawing.fill(taperedStroke(innerBottom, width), look.deep, 0.75 * fade);
  }
  const parting = [landmark(face.landmarks, 61), ...innerTop.slice(1, -1), landmark(face.landmarks, 291)];
  const width = (share: number) => pen.mouth * unit * (1 + 4.6 * swelling(share, 0.6));
  drawing.fill(taperedStroke(parting, width), look.deep, 0.95 * fade);
  const under = bottom.slice(3, 8).map((point) => moved(point, look.up, -4 * unit));
  drawing.fill(
    taperedStroke(under, (share) => pen.mouth * unit * 3.2 * swelling(share)),
    look.deep,
    0.45 * fade,
  );
}

interface MouthColours {
  readonly skin: Rgb;
  readonly lips: Rgb;
  /** Distance of the lips, by the landmarks, as a share of the mouth's width. */
  readonly apart: number;
}

function lipsApart(landmarks: Landmarks): number {
  const [left, right] = [landmark(landmarks, 78), landmark(landmarks, 308)];
  return distance(landmark(landmarks, 13), landmark(landmarks, 14)) / Math.max(1, distance(left, right));
}

const middleOf = (outer: readonly Point[], inner: readonly Point[]): Point[] =>
  outer.slice(3, 8).map((point, index) => between(point, inner[index + 3] ?? point, 0.5));

function colourOfLips(photo: Photo, landmarks: Landmarks): Rgb {
  const edges = [lips.top, lips.innerTop, lips.bottom, lips.innerBottom].map((edge) => outlineOf(landmarks, edge));
  const [top = [], innerTop = [], bottom = [], innerBottom = []] = edges;
  return colourAround(photo, [...middleOf(top, innerTop), ...middleOf(bottom, innerBottom)], 1);
}

/** Shares of a lip's thickness beyond the middle of the mouth within which teeth begin and end. */
const [teethBegin, teethEnd] = [0.4, 0.85];
const stepsToLip = 16;
/** Least height of teeth as a share of the mouth's width, and the least places along the lips, of nine, with teeth. */
const [leastTeeth, leastPlaces] = [0.05, 4];

/**
 * The inner edges of the upper and the lower lip, from corner to corner. The landmarks nearly close a mouth that smiles
 * with thin lips, so teeth move the edges apart.
 */
export function innerEdges(
  photo: Photo,
  landmarks: Landmarks,
  colours: MouthColours,
): [above: Point[], below: Point[]] {
  const [above, below] = [outlineOf(landmarks, lips.innerTop), outlineOf(landmarks, lips.innerBottom)];
  const middle = above.map((point, place) => between(point, below[place] ?? point, 0.5));
  const least = leastTeeth * distance(landmark(landmarks, 78), landmark(landmarks, 308));
  const towards = (edge: readonly Point[], lip: readonly number[]) =>
    outlineOf(landmarks, lip).map((outer, place) => {
      const [from, own] = [middle[place] ?? outer, edge[place] ?? outer];
      const limit = between(own, outer, teethEnd);
      const length = distance(from, limit) || 1;
      return {
        from,
        limit,
        length,
        own: distance(from, own) / length,
        teeth: reachOfTeeth(photo, [from, limit], colours),
      };
    });
  const [up, down] = [towards(above, lips.top), towards(below, lips.bottom)];
  const hasTeeth = up.map((above, place) => {
    const below = down[place] ?? above;
    return above.teeth * above.length + below.teeth * below.length > least;
  });
  if (hasTeeth.slice(1, -1).filter(Boolean).length < leastPlaces) return [above, below];
  const opened = (way: typeof up) => {
    const extra = way.map(({ own, teeth }, place) => (hasTeeth[place] ? Math.max(0, teeth - own) : 0));
    return way.map(({ from, limit, own }, place) => {
      const [before, after] = [extra[place - 1], extra[place + 1]];
      const isCorner = before === undefined || after === undefined;
      return between(from, limit, own + (isCorner ? 0 : (before + (extra[place] ?? 0) + after) / 3));
    });
  };
  const [openedAbove, openedBelow] = [opened(up), opened(down)];
  const inside = insideOfMouth(photo, ringOf(openedAbove, openedBelow), colours);
  return inside === "teeth" ? [openedAbove, openedBelow] : [above, below];
}

/** The share of the way from the middle of a mouth to its lip up to which there are teeth; 0 without teeth. */
function reachOfTeeth(photo: Photo, [from, limit]: readonly [Point, Point], colours: MouthColours): number {
  let reach = 0;
  for (let step = 0; step <= stepsToLip; step += 1) {
    const share = step / stepsToLip;
    if (isTooth(colourAround(photo, [between(from, limit, share)], 1), colours)) reach = share;
    else if (reach > 0 || share > teethBegin) break;
  }
  return reach;
}

/** Share of the skin's luma: below it the inside of a mouth is dark; teeth are lighter. */
const [insideBelow, teethFrom] = [0.5, 0.62];
/** Redness and, without hue as in black and white, luma of teeth as shares of the skin's. */
const [lessRed, lighterThanSkin] = [0.6, 1.15];
/** Lips that nearly touch are often closed with a gloss on them: only much paler places between them are teeth. */
const nearlyClosed = { from: 0.13, to: 0.19, lessRed: 0.3 };
/** From this distance of the lips, teeth may be as red as the skin, and have no hue. */
const [surelyOpen, openWithoutHue] = [0.17, 0.1];
const hasHue = 0.08;
/** Redness and luma of teeth as shares of the lips': in warm shade, teeth are as red as the skin. */
const [lessRedThanLips, lighterThanLips] = [0.55, 1.1];
/** Without hue, as in blue light, teeth are not redder than the skin by this; lips are. */
const redderLips = 0.02;
/** Share of the lighter places, beyond which an open mouth is dark. */
const mostlyDark = 0.65;

/** Tells teeth and a dark gap from lips that touch, although the landmarks lie apart. */
export function insideOfMouth(photo: Photo, outline: readonly Point[], colours: MouthColours): InsideOfMouth {
  const cells = cellsInside(photo, outline, boxOf(outline, 30)).toSorted((one, other) => other.luma - one.luma);
  const lightest = meanOf(cells.slice(0, Math.ceil(cells.length / 4)));
  const skinLuma = lumaOfRgb(colours.skin);
  const hasTeeth = isTooth(lightest, colours);
  const isDark = (cells[Math.floor(mostlyDark * cells.length)]?.luma ?? skinLuma) < insideBelow * skinLuma;
  if (hasTeeth) return isDark ? "teeth above dark" : "teeth";
  return isDark ? "dark" : "lips";
}

function isTooth(colour: Rgb, { skin, lips, apart }: MouthColours): boolean {
  const [luma, skinLuma] = [lumaOfRgb(colour), lumaOfRgb(skin)];
  if (redness(skin) < hasHue) {
    const isBright = redness(colour) < redness(skin) + redderLips && luma > lighterThanSkin * skinLuma;
    return apart > openWithoutHue && isBright;
  }
  const { from, to, lessRed: muchLessRed } = nearlyClosed;
  const limit = muchLessRed + (lessRed - muchLessRed) * clamp(0, (apart - from) / (to - from), 1);
  const isPaler = redness(colour) < limit * redness(skin);
  const isUnlikeLips = redness(colour) < lessRedThanLips * redness(lips) && luma > lighterThanLips * lumaOfRgb(lips);
  return (isPaler || (apart > surelyOpen && isUnlikeLips)) && luma > teethFrom * skinLuma;
}

type InsideOfMouth = "teeth" | "teeth above dark" | "dark" | "lips";

function meanOf(cells: readonly Cell[]): Rgb {
  const of = Math.max(1, cells.length);
  const mean = (channel: 0 | 1 | 2) => cells.reduce((sum, { rgb }) => sum + rgb[channel], 0) / of;
  return [mean(0), mean(1), mean(2)];
}
