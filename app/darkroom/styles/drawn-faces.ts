import sharp from "sharp";
import { clamp } from "../pixels/plane.ts";
import type { Point } from "../vision/faces.ts";
import { drawnFaces } from "./clean-faces.ts";
import { drawEye } from "./drawn-eyes.ts";
import { Drawing, hexOf, smoothPath, swelling, taperedStroke } from "./drawn-strokes.ts";
import { colourAround, lumaOfRgb, measureEye, type Rgb } from "./face-colours.ts";
import {
  between,
  distance,
  eyeOutlines,
  jaw,
  landmark,
  lips,
  moved,
  outlineOf,
  plainSkin,
  ringOf,
} from "./face-outlines.ts";
import { drawGlasses, findGlasses } from "./glasses.ts";
import type { Region, Size } from "../opencv/filters.ts";
import { drawSmileLines, findSmileLines } from "./smile-lines.ts";
import { regionWithin } from "../vision/soft-map.ts";
import type { Seen, SeenFace } from "./seeing.ts";
import type { Overlay } from "./sheet.ts";

/** Weights: 1 medium, 0 none. */
export interface FacePen {
  least: number;
  ink: string;
  eye: number;
  /** Factor, and opening as a share of the width. */
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
  readonly luma: number;
  readonly deep: string;
  readonly lip: string;
  readonly brow: string;
  /** 0 bare to 1 made up. */
  readonly madeUp: number;
  readonly fade: number;
}

/** By landmarks at the sheet's size; null without a large face. */
export async function drawFaces(seen: Seen, pen: FacePen): Promise<Overlay | null> {
  const { sheet } = seen;
  const drawing = new Drawing();
  const faces = drawnFaces(seen, pen.least);
  for (const face of faces) {
    const look = lookOf(seen, face, pen);
    if (!face.eyesHidden) {
      for (const outline of eyeOutlines) {
        if (pen.brow > 0) drawBrow(drawing, outline.brow, look, pen);
        drawEye(drawing, sheet, outline, look, pen);
      }
      const glasses = findGlasses(sheet, face.landmarks, face.turn);
      if (glasses) drawGlasses(drawing, glasses, look.unit, look.fade);
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
      drawing.fill(taperedStroke(outlineOf(face.landmarks, jaw), width), look.deep, 0.85 * look.fade);
    }
  }
  if (drawing.shapes.length === 0) return null;
  const region = regionOf(faces, sheet);
  const svg = Buffer.from(drawing.svg(region));
  return { ...region, data: await sharp(svg, { unlimited: true }).ensureAlpha().raw().toBuffer() };
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

function lookOf({ sheet, sheetUnit }: Seen, face: SeenFace, pen: FacePen): FaceDrawing {
  const unit = face.size / 300;
  const around = (indices: readonly number[]) =>
    colourAround(sheet, outlineOf(face.landmarks, indices), Math.max(1, Math.round(3 * unit)));
  const skin = around(plainSkin);
  const mouth = around([0, 17, 37, 267, 84, 314]);
  const hairs = around([105, 66, 52, 65, 334, 296, 282, 295]);
  const luma = lumaOfRgb(skin);
  const least = pen.least * sheetUnit;
  return {
    face,
    unit,
    up: { x: Math.sin(face.turn), y: -Math.cos(face.turn) },
    luma,
    deep: hexOf([skin[0] * 0.42, skin[1] * 0.28, skin[2] * 0.28]),
    lip: hexOf([skin[0] * 0.75 + 46, skin[1] * 0.42 + 18, skin[2] * 0.45 + 22]),
    brow: hexOf([hairs[0] * 0.42 + skin[0] * 0.08, hairs[1] * 0.4 + skin[1] * 0.05, hairs[2] * 0.4 + skin[2] * 0.05]),
    madeUp: clamp(0.05, (redness(mouth) - redness(skin) - 0.08) / 0.12, 1),
    fade: clamp(0, 0.45 + (face.size - least) / (least * 0.5), 1),
  };
}

const redness = (colour: Rgb): number => (colour[0] - lumaOfRgb(colour)) / (lumaOfRgb(colour) + 20);

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
  const width = (share: number) => pen.brow * look.unit * (3 + 9 * swelling(Math.min(1, 0.15 + share * 0.75)));
  drawing.fill(taperedStroke(middle, width), look.brow, 0.85 * look.fade);
}

const openFrom = 0.06;

function drawMouth(drawing: Drawing, { sheet }: Seen, look: FaceDrawing, pen: FacePen): void {
  const { face, unit, fade, madeUp } = look;
  const [top, bottom, innerTop, innerBottom] = [lips.top, lips.bottom, lips.innerTop, lips.innerBottom].map((row) =>
    outlineOf(face.landmarks, row),
  );
  if (!top || !bottom || !innerTop || !innerBottom) return;
  const strong = pen.mouth * fade;
  drawing.fill(smoothPath([...top, ...innerTop.toReversed()], true), look.lip, (0.12 + 0.42 * madeUp) * strong);
  drawing.fill(smoothPath([...innerBottom, ...bottom.toReversed()], true), look.lip, (0.1 + 0.32 * madeUp) * strong);
  const origin = { x: 0, y: 0 };
  const gap = distance(innerTop[5] ?? origin, innerBottom[5] ?? origin);
  if (gap > openFrom * distance(innerTop[0] ?? origin, innerTop[10] ?? origin)) {
    const inside = ringOf(innerTop, innerBottom);
    const isTeeth = measureEye(sheet, inside).bright > 0.62 * look.luma;
    drawing.fill(smoothPath(inside, true), isTeeth ? "#f7f3ee" : "#6d2c30", 0.92 * fade);
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
