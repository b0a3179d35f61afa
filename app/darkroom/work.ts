import type { Look } from "../transformations/looks.ts";
import type { Plane } from "./pixels/plane.ts";
import type { Photo } from "./photo.ts";

export interface LookPicture {
  look: Look;
  picture: Photo;
}

/**
 * What a tool's work on a photo comes to. With `alpha` (0 clear to 1 solid, as large as the picture) the result is a
 * cut-out and keeps its transparency. `note` says in words what was done and what was not attempted. `unclear`: the
 * subject could not be told from its background, which a box drawn round it mends. `looks`: others of the same result.
 */
export type Work =
  | { ok: true; picture: Photo; alpha?: Plane; note?: string; looks?: LookPicture[] }
  | { ok: false; problem: "rejected" | "unclear" | "no-gain"; detail: string };

/** Called with a share of the work done, 0 to 1. */
export type OnProgress = (share: number) => void;
