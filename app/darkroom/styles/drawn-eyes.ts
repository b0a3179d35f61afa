import type { Photo } from "../work.ts";
import { clamp, smoothstep } from "../pixels/plane.ts";
import type { Point } from "../vision/faces.ts";
import { type Drawing, hexOf, shaded, smoothPath, swelling, taperedStroke } from "./drawn-strokes.ts";
import type { FaceDrawing, FacePen } from "./drawn-faces.ts";
import { lumaOfRgb, measureEye, type Rgb } from "./face-colours.ts";
import { between, distance, type EyeOutline, moved, outlineOf, ringOf } from "./face-outlines.ts";

interface EyeShape {
  readonly upper: readonly Point[];
  readonly lower: readonly Point[];
  readonly width: number;
  readonly height: number;
}

const leastWidth = 5;

/** Draws an eye in its own place and colour, with its outline grown by the pen's factor. */
export function drawEye(drawing: Drawing, sheet: Photo, outline: EyeOutline, look: FaceDrawing, pen: FacePen): void {
  const { landmarks, size } = look.face;
  const [upper, lower] = [outlineOf(landmarks, outline.upper), outlineOf(landmarks, outline.lower)];
  const own = shapeOf(upper, lower);
  if (own.width < leastWidth) return;
  const seen = measureEye(sheet, ringOf(upper, lower));
  const eye = grown(own, look.up, pen);
  const turnedAway = own.width < 0.13 * size;
  const iris = moved(centreOf(eye), {
    x: (seen.iris.x - centreOf(own).x) * pen.larger,
    y: (seen.iris.y - centreOf(own).y) * 0.3,
  });
  const isClosed = look.face.eyesClosed || own.height <= 0.1 * own.width;
  if (pen.eye > 0 && !isClosed) {
    drawEyeball(drawing, eye, { iris, colour: vivid(irisColour(seen.colour), pen.vivid) }, look, pen);
  }
  if (look.face.eyesClosed) drawLidLine(drawing, own, look, pen);
  else drawLashes(drawing, eye, look, pen, turnedAway);
  if (pen.crease > 0 && !turnedAway) {
    const lift = (eye.height - own.height) * 0.8;
    const crease = outlineOf(landmarks, outline.crease).map((point) => moved(point, look.up, lift));
    const width = (share: number) => pen.crease * look.unit * 4 * swelling(share);
    drawing.fill(taperedStroke(crease.slice(0, 6), width), look.deep, 0.7 * look.fade);
  }
}

function shapeOf(upper: readonly Point[], lower: readonly Point[]): EyeShape {
  const [outer, inner] = [upper[0] ?? { x: 0, y: 0 }, upper[8] ?? { x: 0, y: 0 }];
  const [top, bottom] = [upper[4] ?? outer, lower[4] ?? outer];
  return { upper, lower, width: distance(outer, inner), height: distance(top, bottom) };
}

const centreOf = ({ upper, lower }: EyeShape): Point =>
  between(
    between(upper[0] ?? { x: 0, y: 0 }, upper[8] ?? { x: 0, y: 0 }, 0.5),
    between(upper[4] ?? { x: 0, y: 0 }, lower[4] ?? { x: 0, y: 0 }, 0.5),
    0.6,
  );

/** Height as a share of the width, of an open eye. */
const openHeight = 0.3;

/** Narrowed eyes stay narrow. */
function grown(eye: EyeShape, up: Point, { larger, open: most }: FacePen): EyeShape {
  const centre = centreOf(eye);
  const open = most * Math.min(1, eye.height / (openHeight * eye.width));
  const outwards = (point: Point) => moved(centre, { x: point.x - centre.x, y: point.y - centre.y }, larger);
  const opened = (points: readonly Point[], share: number) =>
    points.map((point, index) =>
      moved(outwards(point), up, share * open * eye.width * Math.sin((Math.PI * index) / (points.length - 1))),
    );
  return shapeOf(opened(eye.upper, 1), opened(eye.lower, -0.3));
}

function drawEyeball(
  drawing: Drawing,
  eye: EyeShape,
  { iris, colour }: { iris: Point; colour: Rgb },
  look: FaceDrawing,
  pen: FacePen,
): void {
  const ring = smoothPath(ringOf(eye.upper, eye.lower), true);
  const across = clamp(eye.width * 0.2, eye.height * 0.62, eye.width * pen.iris);
  const down = Math.max(across * 1.06, eye.height * 0.54);
  const [clip, gradient] = [drawing.name(), drawing.name()];
  const stop = (at: number, shade: Rgb) => `<stop offset="${at}" stop-color="${hexOf(shade)}"/>`;
  drawing.definitions.push(
    `<clipPath id="${clip}"><path d="${ring}"/></clipPath>`,
    `<linearGradient id="${gradient}" x1="0" y1="0" x2="0" y2="1">${stop(0, shaded(colour, 0.3))}${stop(0.5, shaded(colour, 0.75))}${stop(1, shaded(colour, 0.62, 255))}</linearGradient>`,
  );
  const white = shaded([250, 247, 245], clamp(0.7, look.luma / 150, 1));
  const ellipse = (x: number, y: number, wide: number, high: number, fill: string) =>
    `<ellipse cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" rx="${wide.toFixed(1)}" ry="${high.toFixed(1)}" ${fill}/>`;
  const shadow = taperedStroke(
    eye.upper.map((point) => moved(point, look.up, -eye.height * 0.08)),
    () => eye.height * 0.28,
  );
  const glint = Math.max(0.6, across * 0.3);
  drawing.shapes.push(
    `<g clip-path="url(#${clip})" opacity="${(look.fade * pen.eye).toFixed(2)}">`,
    `<path d="${ring}" fill="${hexOf(white)}"/>`,
    ellipse(
      iris.x,
      iris.y,
      across,
      down,
      `fill="url(#${gradient})" stroke="${pen.ink}" stroke-width="${(across * 0.15).toFixed(1)}"`,
    ),
    ellipse(iris.x, iris.y - down * 0.05, across * 0.42, down * 0.46, `fill="#120c10"`),
    `<path d="${shadow}" fill="${pen.ink}" opacity=".32"/>`,
    ellipse(iris.x - across * 0.34, iris.y - down * 0.38, glint, glint * 1.05, `fill="#fff"`),
    ellipse(iris.x + across * 0.38, iris.y + down * 0.4, glint * 0.5, glint * 0.5, `fill="#fff" opacity=".85"`),
    "</g>",
  );
}

function drawLashes(
  drawing: Drawing,
  { upper, lower, width }: EyeShape,
  look: FaceDrawing,
  pen: FacePen,
  turnedAway: boolean,
): void {
  const [outer, inner] = [upper[0] ?? { x: 0, y: 0 }, upper[8] ?? { x: 0, y: 0 }];
  const outwards = moved({ x: outer.x - inner.x, y: outer.y - inner.y }, look.up, width * 0.35);
  const wing = moved(outer, outwards, 0.12 * look.madeUp);
  const heavy = pen.lash * look.unit * (0.36 + 0.64 * look.madeUp) * (turnedAway ? 0.7 : 1);
  const lid = (share: number) =>
    heavy * (2 + 11 * swelling(Math.min(1, share * 0.62 + 0.08)) * (share > 0.9 ? 0.4 : 1));
  drawing.fill(taperedStroke([...upper.toReversed(), wing], lid), pen.ink, 0.95 * look.fade);
  if (pen.lower > 0) {
    const below = (share: number) => pen.lower * look.unit * 3.6 * Math.sin(Math.PI * (0.15 + share * 0.8));
    drawing.fill(taperedStroke(lower.slice(0, 6), below), pen.ink, 0.55 * look.fade);
  }
}

/** The lashes of a closed eye lie on the lower lid. */
function drawLidLine(drawing: Drawing, { lower }: EyeShape, look: FaceDrawing, pen: FacePen): void {
  const heavy = pen.lash * look.unit * (0.5 + 0.5 * look.madeUp);
  const line = (share: number) => heavy * (2 + 9 * swelling(0.1 + 0.8 * share));
  drawing.fill(taperedStroke([...lower], line), pen.ink, 0.95 * look.fade);
}

/** Share of the way from the least channel to red that green has in brown eyes. */
const greenOfBrown = 0.45;

/** Warm lamps, a flash and thin lids make brown eyes measure red, which no iris is. */
function irisColour(colour: Rgb): Rgb {
  const [red, green, blue] = colour;
  if (red < green || red < blue) return colour;
  const least = Math.min(green, blue);
  return [red, Math.max(green, least + greenOfBrown * (red - least)), least];
}

/** Saturations, 0 to 1, from which a colour gets less vivid, and no more vivid at all. */
const [vividTo, fullColour] = [0.35, 0.7];

function vivid(colour: Rgb, most: number): Rgb {
  const luma = lumaOfRgb(colour);
  const brightest = Math.max(1, ...colour);
  const times = 1 + (most - 1) * smoothstep(fullColour, vividTo, 1 - Math.min(...colour) / brightest);
  const up = Math.max(1, 80 / Math.max(luma, 20));
  const [red, green, blue] = colour.map((value) => clamp(0, (luma + (value - luma) * times) * up, 255));
  return [red ?? 0, green ?? 0, blue ?? 0];
}
