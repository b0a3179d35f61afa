import { createContext } from "react-router";
import type { Adjustment } from "../adjusting/adjustment.ts";
import type { PhotoAdvice } from "../advice/photo-advice.ts";
import type { PhotoProblem } from "../upload/photo-problems.ts";

/** Upright, sRGB, at most 1920 × 1920, without metadata. */
export interface InspectedPhoto {
  bytes: Uint8Array<ArrayBuffer>;
  mimeType: "image/jpeg" | "image/png";
  width: number;
  height: number;
  placeholder: string;
  advice: PhotoAdvice[];
}

export interface InspectionTask {
  bytes: Uint8Array;
  adjustment?: Adjustment;
}

export type InspectionOutcome = { ok: true; photo: InspectedPhoto } | { ok: false; problem: PhotoProblem };

export const copySizes = ["chat", "profile"] as const;
export type CopySize = (typeof copySizes)[number];

/** Centre as shares of width and height; the face's longer side as a share of the width. */
export interface FacePlace {
  x: number;
  y: number;
  size: number;
}

export interface CopyTask {
  bytes: Uint8Array;
  size: CopySize;
  face: FacePlace | null;
}

/** The port to decoding, normalising and copying photos. */
export interface PhotoInspection {
  inspect(bytes: Uint8Array, fileName: string): Promise<InspectionOutcome>;
  /** Turns and crops a stored photo. `broken`: unreadable, or the frame lies outside. */
  adjust(bytes: Uint8Array, adjustment: Adjustment): Promise<InspectionOutcome>;
  /** @throws for an unreadable picture. */
  copy(task: CopyTask): Promise<Uint8Array<ArrayBuffer>>;
  close(): Promise<void>;
}

export const photoInspectionContext = createContext<PhotoInspection>();
