import { createContext } from "react-router";
import type { PortraitMeasures } from "../../darkroom/id-photo/measure-portrait.ts";
import type { FacePlace } from "../inspection/photo-inspection.ts";
import type { FaceNotice } from "../../darkroom/vision/advice.ts";

export interface SeenPhoto {
  id: string;
  read(): Promise<Uint8Array | null>;
}

/** A small WebP. `unavailable`: not possible for this photo; `busy` and `limited`: retry later. */
export type Preview =
  | { is: "picture"; webp: Uint8Array<ArrayBuffer> }
  | { is: "unavailable" }
  | { is: "busy" | "limited"; seconds: number };

interface PreviewRequest {
  photo: SeenPhoto;
  option: string;
  admit(): Promise<number>;
  signal: AbortSignal;
  /** A visitor's try-out: drawn when no member's preview waits, with the two pictures of `visitorOptions`. */
  visitor?: boolean;
}

/** Face notices and small previews from this server's networks, cached for half an hour. */
export interface PhotoSight {
  /** Null after `patienceMs`; the work goes on for the next page. */
  faces(photo: SeenPhoto, patienceMs: number): Promise<FaceNotice[] | null>;
  /** For an ID photo; `measures` is null without a face. Null after `patienceMs`. */
  portrait(photo: SeenPhoto, patienceMs: number): Promise<{ measures: PortraitMeasures | null } | null>;
  /** The largest face; null without one, or after `patienceMs`. */
  largestFace(photo: SeenPhoto, patienceMs: number): Promise<FacePlace | null>;
  preview(request: PreviewRequest): Promise<Preview>;
  forget(photoId: string): void;
  close(): Promise<void>;
}

/** Null without models: pages show stock tiles. */
export const photoSightContext = createContext<PhotoSight | null>();
