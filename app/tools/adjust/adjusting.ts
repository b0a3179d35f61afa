import type { Frame, Turn } from "../../photos/adjusting/adjustment.ts";
import type { ShapeId } from "../../photos/adjusting/shapes.ts";

export const places = {
  across: [
    { id: "left", name: "Left", share: 0 },
    { id: "centre", name: "Centre", share: 0.5 },
    { id: "right", name: "Right", share: 1 },
  ],
  down: [
    { id: "top", name: "Top", share: 0 },
    { id: "centre", name: "Centre", share: 0.5 },
    { id: "bottom", name: "Bottom", share: 1 },
  ],
} as const;

export const frameFields = [
  { name: "left", label: "From the left" },
  { name: "top", label: "From the top" },
  { name: "width", label: "Width" },
  { name: "height", label: "Height" },
] as const satisfies readonly { name: keyof Frame; label: string }[];

export type FrameTexts = Record<keyof Frame, string>;

/** The page's state: the choice and the frame it makes. */
export interface Adjusting {
  turn: Turn;
  shape: ShapeId;
  across: string;
  down: string;
  /** In px of the turned photo. */
  frame: Frame;
  /** Field texts: the frame's numbers, or the member's input. */
  typed: FrameTexts;
}

export const textsOf = ({ left, top, width, height }: Frame): FrameTexts => ({
  left: String(left),
  top: String(top),
  width: String(width),
  height: String(height),
});

/** Null unless all four are whole numbers. */
export function frameOf({ left, top, width, height }: FrameTexts): Frame | null {
  if (![left, top, width, height].every((text) => /^\s*\d{1,5}\s*$/.test(text))) return null;
  return { left: Number(left), top: Number(top), width: Number(width), height: Number(height) };
}
