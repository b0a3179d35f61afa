import sharp from "sharp";
import { clamp, smoothstep } from "../pixels/plane.ts";
import type { Point } from "../vision/faces.ts";
import { drawnFaces, leastDrawn } from "./clean-faces.ts";
import { drawEye } from "./drawn-eyes.ts";
import { Drawing, hexOf, swelling, taperedStroke } from "./drawn-strokes.ts";
import { drawMouth } from "./drawn-mouth.ts";
import { colourAround, lumaOfRgb, redness, type Rgb } from "./face-colours.ts";
import { between, distance, eyeOutlines, jaw, type Landmarks, moved, outlineOf, plainSkin } from "./face-outlines.ts";
import { drawGlasses, findGlasses, lineAt } from "./glasses.ts";
import type { Region, Size } from "../opencv/filters.ts";
import { regionWithin } from "../vision/soft-map.ts";
import type { Seen, SeenFace } from "./seeing.ts";
import type { Overlay } from "./sheet.ts";
import type { Photo } from "../work.ts";

/** Weights: 1 medium, 0 none. */
export interface FacePen {
  ink: string;
  eye: number;
  /** Factor of the eye's size, and its opening as a share of its width. */
  larger: number;
  open: number;
  iris: number;
  vivid: number;
  lash: number;
  lower: number;
  crease: number;
  brow: number;
  nose: number;
  mouth: number;
  chin: number;
}

export interface FaceDrawing {
  readonly face: SeenFace;
  readonly unit: number;
  readonly up: Point;
  readonly skin: Rgb;
  readonly luma: number;
  readonly deep: string;
  readonly brow: string;
  /** 0 without visible hairs to 1 dark. */
  readonly browDark: number;
  /** 0 bare to 1 made up. */
  readonly madeUp: number;
  readonly fade: number;
}

/** Draws faces by their landmarks at the sheet's size; null without a large face. */
export async function drawFaces(seen: Seen, pen: FacePen): Promise<Overlay | null> {
  const { sheet } = seen;
  const drawing = new Drawing();
  const faces = drawnFaces(seen);
  for (const face of faces) {
    const look = lookOf(seen, face);
    if (!face.eyesHidden) {
      for (const outline of eyeOutlines) {
        if (pen.brow > 0) drawBrow(drawing, outline.brow, look, pen);
        drawEye(drawing, sheet, outline, look, pen);
      }
      const glasses = findGlasses(sheet, face.landmarks, face.turn);
      if (glasses) drawGlasses(drawing, glasses, look);
    }
    if (pen.nose > 0) {
      const width = (share: number) => pen.nose * look.unit * 4.2 * swelling(share, 0.7);
      drawing.fill(taperedStroke(outlineOf(face.landmarks, [98, 97, 2, 326, 327]), width), look.deep, 0.7 * look.fade);
    }
    if (pen.nose > 0) {
      const lines = findSmileLines(sheet, face.landmarks, face.size);
      drawSmileLines(drawing, lines, look.deep, pen.nose * look.unit * 4 * look.fade);
    }
    if (pen.mouth > 0) drawMouth(drawing, seen, look, pen);
    if (pen.chin > 0) {
      const width = (share: number) => pen.chin * look.unit * 5 * swelling(share);
      const bare = 1 - beardOn(seen, outlineOf(face.landmarks, jaw.slice(4, -4)));
      drawing.fill(taperedStroke(outlineOf(face.landmarks, jaw), width), look.deep, 0.85 * bare * look.fade);
    }
  }
  if (drawing.shapes.length === 0) return null;
  const region = regionOf(faces, sheet);
  const svg = Buffer.from(drawing.svg(region));
  return { ...region, data: await sharp(svg, { unlimited: true }).ensureAlpha().raw().toBuffer() };
}

/** Share of the skin's tone that hides the line of the jaw. */
const hidesJaw = 0.4;

function beardOn({ beard, scale }: Seen, points: readonly Point[]): number {
  if (!beard) return 0;
  const at = ({ x, y }: Point) => Math.round(y * scale) * beard.width + Math.round(x * scale);
  const mean = points.reduce((sum, point) => sum + (beard.data[at(point)] ?? 0), 0) / points.length;
  return Math.min(1, mean / hidesJaw);
}

/** Margin around the landmarks as a share of the face: pens draw eyes and lashes beyond them. */
const marginOfFace = 0.2;

function regionOf(faces: readonly SeenFace[], sheet: Size): Region {
  let [left, top, right, bottom] = [sheet.width, sheet.height, 0, 0];
  for (const { landmarks, size } of faces) {
    const margin = marginOfFace * size;
    for (const { x, y } of landmarks) {
      [left, right] = [Math.min(left, x - margin), Math.max(right, x + margin)];
      [top, bottom] = [Math.min(top, y - margin), Math.max(bottom, y + margin)];
    }
  }
  return regionWithin({ left, top, width: right - left, height: bottom - top }, sheet);
}

function lookOf({ sheet, sheetUnit }: Seen, face: SeenFace): FaceDrawing {
  const unit = face.size / 300;
  const around = (indices: readonly number[]) =>
    colourAround(sheet, outlineOf(face.landmarks, indices), Math.max(1, Math.round(3 * unit)));
  const skin = around(plainSkin);
  const mouth = around([0, 17, 37, 267, 84, 314]);
  const hairs = around([105, 66, 52, 65, 334, 296, 282, 295]);
  const luma = lumaOfRgb(skin);
  const least = leastDrawn(sheetUnit);
  return {
    face,
    unit,
    up: { x: Math.sin(face.turn), y: -Math.cos(face.turn) },
    skin,
    luma,
    deep: hexOf([skin[0] * 0.42, skin[1] * 0.28, skin[2] * 0.28]),
    brow: hexOf([hairs[0] * 0.42 + skin[0] * 0.08, hairs[1] * 0.4 + skin[1] * 0.05, hairs[2] * 0.4 + skin[2] * 0.05]),
    browDark: smoothstep(0.9, 0.6, lumaOfRgb(hairs) / luma),
    madeUp: clamp(0.05, (redness(mouth) - redness(skin) - 0.08) / 0.12, 1),
    fade: clamp(0, 0.45 + (face.size - least) / (least * 0.5), 1),
  };
}

function drawBrow(
  drawing: Drawing,
  [over, under]: readonly [readonly number[], readonly number[]],
  look: FaceDrawing,
  pen: FacePen,
): void {
  const lower = outlineOf(look.face.landmarks, under);
  const middle = outlineOf(look.face.landmarks, over).map((point, index) =>
    between(point, lower[index] ?? point, 0.45),
  );
  const heavy = pen.brow * look.unit * (0.6 + 0.4 * look.browDark);
  const width = (share: number) => heavy * (3 + 9 * swelling(Math.min(1, 0.15 + share * 0.75)));
  drawing.fill(taperedStroke(middle, width), look.brow, (0.55 + 0.3 * look.browDark) * look.fade);
}

/** From the nose's wing to the mouth's corner, right and left. */
const folds = [
  [129, 203, 206, 216, 212],
  [358, 423, 426, 436, 432],
] as const;

/** Shares of the face: the distance to both sides of a fold, and its offsets from the landmarks. */
const beside = 0.045;
const offsets = [-0.05, -0.04, -0.03, -0.02, -0.01, 0, 0.01, 0.02, 0.03, 0.04, 0.05];
const [faint, deep] = [0.04, 0.18];

export interface SmileLine {
  readonly points: readonly Point[];
  /** 0 none to 1 deep. */
  readonly depth: number;
}

/** Finds the photo's folds beside the mouth; without them everybody looks too young. */
export function findSmileLines(sheet: Photo, landmarks: Landmarks, size: number): SmileLine[] {
  return folds.flatMap((indices) => {
    const path = pathBetween(outlineOf(landmarks, indices));
    const across = path.map((point, index) => {
      const [before, after] = [path[index - 1] ?? point, path[index + 1] ?? point];
      const length = distance(before, after) || 1;
      const normal = { x: -(after.y - before.y) / length, y: (after.x - before.x) / length };
      return offsets.map((off) => {
        const place = moved(point, normal, off * size);
        return { point: place, dark: lineAt(sheet, place, normal, Math.max(1.5, beside * size)) };
      });
    });
    // Uses one offset for the whole fold, because single darkest places jump to nostrils and lips.
    const sums = offsets.map((_, at) => across.reduce((sum, row) => sum + (row[at]?.dark ?? 0), 0));
    const best = sums.indexOf(Math.max(...sums));
    const found = across.map((row) =>
      [best - 1, best, best + 1]
        .flatMap((at) => row[at] ?? [])
        .reduce((one, other) => (other.dark > one.dark ? other : one)),
    );
    const seen = found.filter(({ dark }) => dark > faint);
    if (seen.length < 0.75 * found.length) return [];
    const mean = seen.reduce((sum, { dark }) => sum + dark, 0) / seen.length;
    return [{ points: smoothed(found.map(({ point }) => point)), depth: Math.min(1, (mean - faint) / (deep - faint)) }];
  });
}

function drawSmileLines(drawing: Drawing, lines: readonly SmileLine[], ink: string, width: number): void {
  for (const { points, depth } of lines) {
    const path = taperedStroke(points, (share) => width * (0.4 + 0.6 * depth) * swelling(share, 0.6));
    drawing.fill(path, ink, 0.8 * depth);
  }
}

function pathBetween(points: readonly Point[]): Point[] {
  return points.flatMap((point, index) => {
    const next = points[index + 1];
    return next ? [point, { x: (point.x + next.x) / 2, y: (point.y + next.y) / 2 }] : [point];
  });
}

function smoothed(points: readonly Point[]): Point[] {
  return points.map((point, index) => {
    const near = [points[index - 1] ?? point, point, points[index + 1] ?? point];
    return { x: near.reduce((sum, { x }) => sum + x, 0) / 3, y: near.reduce((sum, { y }) => sum + y, 0) / 3 };
  });
}
