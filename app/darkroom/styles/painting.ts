import type { LumaChroma } from "../pixels/luma-chroma.ts";

/** What a style is given to work from. */
export interface Sitting {
  /** The photo at a size at which a brush and a pen have the same width in every picture: see `canvasFor`. */
  canvas: LumaChroma;
  /** The size of the finished sheet, in pixels, and how many of them make a pixel of the canvas. */
  width: number;
  height: number;
  unit: number;
  /** By how much the canvas is brighter than the photo; the sheet is darkened by as much in the end. */
  exposure: number;
  /** How far the style goes, 0 to 1. */
  strength: number;
}

/** What a style makes of it. */
export interface Painting {
  /** The colours, at the size of the canvas. */
  colour: LumaChroma;
  /** Draws at the sheet's size what has to be sharp there: lines, tone steps, dots, grain. Called row by row. */
  finish: (row: SheetRow) => void;
}

/** A row of the sheet, holding the painting's colours enlarged, to be drawn on. */
export interface SheetRow {
  y: number;
  luma: Float32Array;
  blueness: Float32Array;
  redness: Float32Array;
}

export type Style = (sitting: Sitting) => Painting;
