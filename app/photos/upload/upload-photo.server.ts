import type { PhotoInspection } from "../inspection/photo-inspection.ts";
import { type StoringPhoto, storePhoto, storedBefore, PhotoNotStored } from "../storing/store-photo.server.ts";
import { displayName } from "../file-name.ts";
import type { UploadProblem } from "./receive-photo.server.ts";

export type UploadAnswer =
  | { ok: true; photoId: string; publicId: string; name: string }
  | { ok: false; problem: UploadProblem };

interface PhotoUpload {
  memberId: string;
  bytes: Uint8Array;
  fileName: string;
  uploadKey?: string | null;
}

export interface UploadParts extends StoringPhoto {
  photoInspection: Pick<PhotoInspection, "inspect">;
}

export async function uploadPhoto(
  parts: UploadParts,
  { memberId, bytes, fileName, uploadKey = null }: PhotoUpload,
): Promise<UploadAnswer> {
  const earlier = await storedBefore(parts.database, memberId, uploadKey);
  if (earlier) return { ok: true, ...earlier };
  const inspected = await parts.photoInspection.inspect(bytes, fileName);
  if (!inspected.ok) return inspected;
  const photo = { ...inspected.photo, memberId, name: displayName(fileName), key: uploadKey };
  try {
    return { ok: true, ...(await storePhoto(parts, photo)) };
  } catch (error) {
    if (!(error instanceof PhotoNotStored)) throw error;
    parts.log.warn({ err: error }, "a photo was not stored");
    return { ok: false, problem: "not-stored" };
  }
}
