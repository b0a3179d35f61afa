import { type Frame, largestFrame, type Size, wholeFrame } from "./adjustment.ts";

export const shapes = [
  { id: "whole", name: "Whole photo" },
  { id: "square", name: "Square", ratio: 1 },
  { id: "portrait", name: "Portrait 4:5", ratio: 4 / 5 },
  { id: "tall", name: "Tall 9:16", ratio: 9 / 16 },
  { id: "wide", name: "Wide 16:9", ratio: 16 / 9 },
  { id: "own", name: "Free" },
] as const satisfies readonly { id: string; name: string; ratio?: number }[];

export type ShapeId = (typeof shapes)[number]["id"];

export function ratioOf(id: ShapeId): number | null {
  const shape = shapes.find((each) => each.id === id);
  return shape && "ratio" in shape ? shape.ratio : null;
}

export function frameOfShape(id: ShapeId, size: Size, across = 0.5, down = 0.5): Frame {
  const ratio = ratioOf(id);
  return ratio === null ? wholeFrame(size) : largestFrame(size, ratio, across, down);
}
