import type { FaceNotice } from "../../darkroom/vision/advice.ts";

/** A member's photo, by its row; `read` brings its bytes from the host, or null when they are gone. */
export interface SeenPhoto {
  id: string;
  read(): Promise<Uint8Array | null>;
}

/** A small WebP; `unavailable`: this option cannot be made of this photo; `busy` and `limited`: ask again later. */
export type Preview =
  | { is: "picture"; webp: Uint8Array<ArrayBuffer> }
  | { is: "unavailable" }
  | { is: "busy" | "limited"; seconds: number };

interface PreviewRequest {
  photo: SeenPhoto;
  option: string;
  /** Counts one drawing against the member's limit: how many seconds to wait, 0 for none. Not asked for what is cached. */
  admit(): Promise<number>;
  /** Fires when nobody waits for it any more. */
  signal: AbortSignal;
}

/**
 * What the nets of this server see in a photo before anything is paid for, and what could be made of it, small. All of it
 * happens on this server, at the lowest priority, and is remembered in memory for half an hour.
 */
export interface PhotoSight {
  /**
   * What is worth knowing of the faces; null while that is not known. Looking begins with the first question and goes on
   * after `patienceMs`, for the next page.
   */
  faces(photo: SeenPhoto, patienceMs: number): Promise<FaceNotice[] | null>;
  preview(request: PreviewRequest): Promise<Preview>;
  /** Forgets a photo whose run was dropped, and stops drawing it. */
  forget(photoId: string): void;
  close(): Promise<void>;
}
