import type { LumaChroma } from "../pixels/luma-chroma.ts";
import type { Plane } from "../pixels/plane.ts";

/** What is painted so far, and how thick the paint lies, 0 to 1. */
export interface PaintLayer {
  colour: LumaChroma;
  thickness: Plane;
  /** The last stroke that touched each pixel, so that a stroke does not cover itself. */
  touchedBy: Int32Array;
}

export interface Stroke {
  id: number;
  radius: number;
  /** The corners of its path: x and y in turn. */
  path: readonly number[];
  luma: number;
  blueness: number;
  redness: number;
  /** Where in the table of bristles its brush begins. */
  bristle: number;
}

/** Lays one stroke of a bristle brush on the paint. `bristles` has a power of two of entries. */
export function layStroke(paint: PaintLayer, stroke: Stroke, bristles: Float32Array): void {
  const { path } = stroke;
  for (let corner = 0; corner + 3 < path.length; corner += 2) {
    const [x, y] = [path[corner] ?? 0, path[corner + 1] ?? 0];
    laySegment(paint, stroke, bristles, x, y, (path[corner + 2] ?? 0) - x, (path[corner + 3] ?? 0) - y);
  }
}

/** A straight piece of a stroke from a point, with round ends. */
function laySegment(
  { colour, thickness, touchedBy }: PaintLayer,
  stroke: Stroke,
  bristles: Float32Array,
  startX: number,
  startY: number,
  alongX: number,
  alongY: number,
): void {
  const { id, radius, bristle } = stroke;
  const { width, height } = thickness;
  const [lumas, bluenesses, rednesses, heights] = [
    colour.luma.data,
    colour.blueness.data,
    colour.redness.data,
    thickness.data,
  ];
  const length = Math.sqrt(alongX * alongX + alongY * alongY);
  const [unitX, unitY] = length > 0 ? [alongX / length, alongY / length] : [1, 0];
  const reach = radius + 0.5;
  const left = Math.max(0, Math.ceil(Math.min(startX, startX + alongX) - reach));
  const right = Math.min(width - 1, Math.floor(Math.max(startX, startX + alongX) + reach));
  const top = Math.max(0, Math.ceil(Math.min(startY, startY + alongY) - reach));
  const bottom = Math.min(height - 1, Math.floor(Math.max(startY, startY + alongY) + reach));
  for (let y = top; y <= bottom; y += 1) {
    for (let x = left, at = y * width + left; x <= right; x += 1, at += 1) {
      const along = (x - startX) * unitX + (y - startY) * unitY;
      const across = (y - startY) * unitX - (x - startX) * unitY;
      const beyond = along < 0 ? along : along > length ? along - length : 0;
      const square = across * across + beyond * beyond;
      if (square > reach * reach || touchedBy[at] === id) continue;
      const distance = Math.sqrt(square);
      const cover = distance < radius - 0.5 ? 1 : reach - distance;
      if (cover > 0.6) touchedBy[at] = id;
      // Each bristle carries a little more or less paint, and paint piles up towards the edge of a stroke.
      const load = bristles[(bristle + ((across * 2 + 64) | 0)) & (bristles.length - 1)] ?? 0;
      const ridge = 0.5 + 0.3 * load + (0.25 * square) / (radius * radius);
      const luma = lumas[at] ?? 0;
      const blueness = bluenesses[at] ?? 0;
      const redness = rednesses[at] ?? 0;
      const thick = heights[at] ?? 0;
      lumas[at] = luma + (stroke.luma * (1 + 0.05 * load) - luma) * cover;
      bluenesses[at] = blueness + (stroke.blueness - blueness) * cover;
      rednesses[at] = redness + (stroke.redness - redness) * cover;
      heights[at] = thick + (ridge - thick) * cover;
    }
  }
}
