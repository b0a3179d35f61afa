import type { Region } from "../opencv/filters.ts";
import type { Point } from "../vision/faces.ts";
import type { Rgb } from "./face-colours.ts";
import { moved } from "./face-outlines.ts";

const place = ({ x, y }: Point): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

export function smoothPath(points: readonly Point[], closed = false): string {
  const count = points.length;
  const point = (index: number): Point =>
    points[closed ? (index + count) % count : Math.min(count - 1, Math.max(0, index))] ?? { x: 0, y: 0 };
  let path = `M${place(point(0))}`;
  for (let index = 0; index < (closed ? count : count - 1); index += 1) {
    const before = point(index - 1);
    const from = point(index);
    const to = point(index + 1);
    const after = point(index + 2);
    const leaving = moved(from, { x: to.x - before.x, y: to.y - before.y }, 1 / 6);
    const arriving = moved(to, { x: from.x - after.x, y: from.y - after.y }, 1 / 6);
    path += `C${place(leaving)} ${place(arriving)} ${place(to)}`;
  }
  return closed ? `${path}Z` : path;
}

/** `widthAt` takes the share of the length. */
export function taperedStroke(points: readonly Point[], widthAt: (share: number) => number): string {
  const last = points.length - 1;
  const [one, other]: Point[][] = [[], []];
  for (const [index, point] of points.entries()) {
    const before = points[Math.max(0, index - 1)] ?? point;
    const after = points[Math.min(last, index + 1)] ?? point;
    const across = after.x - before.x;
    const down = after.y - before.y;
    const length = Math.hypot(across, down) || 1;
    const half = widthAt(index / last) / 2;
    const aside = { x: (-down / length) * half, y: (across / length) * half };
    one?.push(moved(point, aside));
    other?.unshift(moved(point, aside, -1));
  }
  return smoothPath([...(one ?? []), ...(other ?? [])], true);
}

export const swelling = (share: number, power = 1): number => Math.max(0, Math.sin(Math.PI * share)) ** power;

export const hexOf = (colour: Rgb): string =>
  `#${colour
    .map((value) =>
      Math.round(Math.min(255, Math.max(0, value)))
        .toString(16)
        .padStart(2, "0"),
    )
    .join("")}`;

export const shaded = ([red, green, blue]: Rgb, share: number, tone = 0): Rgb => [
  tone + (red - tone) * share,
  tone + (green - tone) * share,
  tone + (blue - tone) * share,
];

export class Drawing {
  readonly shapes: string[] = [];
  readonly definitions: string[] = [];
  #names = 0;

  name(): string {
    this.#names += 1;
    return `d${this.#names}`;
  }

  fill(path: string, colour: string, opacity: number): void {
    if (opacity > 0.01) this.shapes.push(`<path d="${path}" fill="${colour}" opacity="${opacity.toFixed(2)}"/>`);
  }

  /** The part of the sheet within the region. */
  svg({ left, top, width, height }: Region): string {
    const definitions = `<defs>${this.definitions.join("")}</defs>`;
    const box = `width="${width}" height="${height}" viewBox="${left} ${top} ${width} ${height}"`;
    return `<svg xmlns="http://www.w3.org/2000/svg" ${box}>${definitions}${this.shapes.join("")}</svg>`;
  }
}
