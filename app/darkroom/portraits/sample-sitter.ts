import { emptyPlane } from "../pixels/plane.ts";
import { type Photo } from "../photo.ts";
import { type Colour, draw } from "../pixels/sample-photos.ts";
import type { Cut } from "./cut.ts";

export interface SitterShape {
  /** The head's middle and half its height, as shares of the picture's width and height. */
  headX?: number;
  headY?: number;
  headRadius?: number;
  /** Half the shoulders' width, as a share of the width; 0.6 reaches over both edges. */
  shoulders?: number;
}

/** Someone with a head, a neck and shoulders before a grey wall, and the exact cut-out: for tests. 160 × 200. */
export function sampleSitter(skin: Colour, shape: SitterShape = {}): { photo: Photo; cut: Cut } {
  const [width, height] = [160, 200];
  const { headX = 0.5, headY = 0.35, headRadius = 0.12, shoulders = 0.28 } = shape;
  const [faceX, faceY, high] = [headX * width, headY * height, headRadius * height];
  const isHead = (x: number, y: number) => Math.hypot((x - faceX) / (high * 0.75), (y - faceY) / high) < 1;
  const isNeck = (x: number, y: number) => Math.abs(x - faceX) < high * 0.35 && y > faceY && y < faceY + high * 1.5;
  const isBody = (x: number, y: number) => {
    const top = faceY + high * 1.35;
    return Math.abs(x - faceX) < shoulders * width * Math.min(1, Math.sqrt(Math.max(0, y - top) / (high * 0.7)));
  };
  const isSitter = (x: number, y: number) => isHead(x, y) || isNeck(x, y) || isBody(x, y);
  const photo = draw(width, height, (x, y) => {
    if (isHead(x, y) && y < faceY - high * 0.45) return [24, 18, 15];
    if (isHead(x, y) || isNeck(x, y)) return skin;
    return isSitter(x, y) ? [52, 74, 120] : [150 - x / 8, 152 - x / 8, 150];
  });
  const alpha = emptyPlane(width, height);
  for (let at = 0; at < alpha.data.length; at += 1) {
    alpha.data[at] = isSitter(at % width, Math.floor(at / width)) ? 1 : 0;
  }
  return { photo, cut: { foreground: photo, alpha } };
}
