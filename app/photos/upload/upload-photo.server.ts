import type { PhotoInspection } from "../inspection/photo-inspection.server.ts";
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

export async function uploadPhoto(
  services: StoringPhoto & { photoInspection: Pick<PhotoInspection, "inspect"> },
  { memberId, bytes, fileName, uploadKey = null }: PhotoUpload,
): Promise<UploadAnswer> {
  const earlier = await storedBefore(services.database, memberId, uploadKey);
  if (earlier) return { ok: true, ...earlier };
  const inspected = await services.photoInspection.inspect(bytes, fileName);
  if (!inspected.ok) return inspected;
  const photo = { ...inspected.photo, memberId, name: displayName(fileName), key: uploadKey };
  try {
    return { ok: true, ...(await storePhoto(services, photo)) };
  } catch (error) {
    if (!(error instanceof PhotoNotStored)) throw error;
    services.log.warn({ err: error }, "a photo was not stored");
    return { ok: false, problem: "not-stored" };
  }
}
