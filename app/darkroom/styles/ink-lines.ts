import { gaussianBlur } from "../pixels/gaussian-blur.ts";
import { emptyPlane, type Plane } from "../pixels/plane.ts";
import { type Flow, smoothAlong } from "./flow.ts";

export interface Pen {
  /** The nib, in pixels of the canvas. */
  width: number;
  /** How far a stroke runs on along an edge. */
  reach: number;
}

/**
 * Where a pen would draw: how much darker each pixel is than what lies around it, as a share of the light there, so
 * that shadows and dark skin get their lines too (flow-based difference of Gaussians: Kang, Lee, Chui, 2007). Lines
 * start at about 0.005 and are strong at 0.03; the caller sets the threshold at the sheet's size, which keeps it sharp.
 */
export function inkLines(luma: Plane, flow: Flow, { width, reach }: Pen): Plane {
  const near = gaussianBlur(luma, width);
  const around = gaussianBlur(luma, width * 1.6);
  const darker = emptyPlane(luma.width, luma.height);
  for (let at = 0; at < darker.data.length; at += 1) {
    const light = around.data[at] ?? 0;
    darker.data[at] = (light - (near.data[at] ?? 0)) / (0.3 + 0.7 * light);
  }
  return smoothAlong(darker, flow, reach);
}
