import type { Look } from "../transformations/looks.ts";
import type { Plane } from "./pixels/plane.ts";

/** sRGB, 8 bits, RGBRGB… by rows. */
export interface Photo {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
}

export interface LookPicture {
  look: Look;
  picture: Photo;
}

/** The JPEG that a form requires; kB of 1000 bytes. */
export interface FileRule {
  dpi: number;
  kilobytes: { readonly least?: number; readonly most: number } | undefined;
}

/**
 * `alpha` (0 clear to 1 solid) makes a cut-out. `note` tells members what was not done. `unclear`: a drawn box would
 * help.
 */
export type Work =
  | { ok: true; picture: Photo; alpha?: Plane; note?: string; looks?: LookPicture[]; file?: FileRule }
  | { ok: false; problem: "rejected" | "unclear" | "no-gain"; detail: string };

export type OnProgress = (share: number) => void;

export const wishesUnused = "Your description was not used.";
