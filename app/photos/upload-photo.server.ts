import { randomUUID } from "node:crypto";
import type { Database } from "../database/database.ts";
import { displayName, fileNameSegment } from "./file-name.ts";
import type { PhotoInspection } from "./inspection/photo-inspection.server.ts";
import type { PhotoHost } from "./photo-host.ts";
import type { PhotoProblem } from "./photo-problems.ts";

export type UploadAnswer = { ok: true; photoId: string; name: string } | { ok: false; problem: PhotoProblem };

/**
 * Checks, normalises and keeps one uploaded photo for a member. The picture is stored before its row, so a row never
 * points at nothing; a picture whose row failed is removed again.
 */
export async function uploadPhoto(
  {
    database,
    photoHost,
    photoInspection,
  }: { database: Database; photoHost: PhotoHost; photoInspection: PhotoInspection },
  { memberId, bytes, fileName }: { memberId: string; bytes: Uint8Array; fileName: string },
): Promise<UploadAnswer> {
  const inspected = await photoInspection.inspect(bytes, fileName);
  if (!inspected.ok) return inspected;
  const { photo } = inspected;
  const photoId = randomUUID();
  const name = displayName(fileName);
  const publicId = `${photoId}/${fileNameSegment(name)}`;
  await photoHost.put(publicId, { bytes: photo.bytes, mimeType: photo.mimeType });
  try {
    await database.asService((sql) =>
      sql
        .insertInto("photos")
        .values({
          id: photoId,
          user_id: memberId,
          kind: "original",
          public_id: publicId,
          file_name: name,
          mime_type: photo.mimeType,
          width: photo.width,
          height: photo.height,
          bytes: photo.bytes.byteLength,
          placeholder: photo.placeholder,
        })
        .execute(),
    );
  } catch (error) {
    await photoHost.delete(publicId);
    throw error;
  }
  // The next page shows it at about this size; made now, it is there by then. A failure only makes that page derive it.
  photoHost.derive(publicId, 960, "webp").catch(() => {});
  return { ok: true, photoId, name };
}
