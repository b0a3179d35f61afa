import { createHash, randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Database } from "../database/database.ts";
import { displayName, fileNameSegment } from "./file-name.ts";
import type { PhotoInspection } from "./inspection/photo-inspection.server.ts";
import type { PhotoHost } from "./photo-host.ts";
import { announcePicture, keepPicture, removePictures } from "./picture-removals.server.ts";
import type { PhotoProblem } from "./photo-problems.ts";

export type UploadAnswer =
  | { ok: true; photoId: string; publicId: string; name: string }
  | { ok: false; problem: PhotoProblem };

interface PhotoUpload {
  memberId: string;
  bytes: Uint8Array;
  fileName: string;
  /** A UUID of the sender's: sent again under the same one, it is the same photo. */
  uploadKey?: string | null;
}

/**
 * Checks, normalises and keeps one uploaded photo for a member. The picture is stored before its row, so a row never
 * points at nothing; a picture whose row failed, or came second under its key, is removed again, by a sweep if need be.
 */
export async function uploadPhoto(
  services: { database: Database; photoHost: PhotoHost; photoInspection: PhotoInspection; log: Pick<Logger, "warn"> },
  { memberId, bytes, fileName, uploadKey = null }: PhotoUpload,
): Promise<UploadAnswer> {
  const { database, photoHost, photoInspection } = services;
  const earlier = await uploadedBefore(database, memberId, uploadKey);
  if (earlier) return earlier;
  const inspected = await photoInspection.inspect(bytes, fileName);
  if (!inspected.ok) return inspected;
  const { photo } = inspected;
  const photoId = randomUUID();
  const name = displayName(fileName);
  const publicId = `${photoId}/${fileNameSegment(name)}`;
  await announcePicture(database, publicId);
  // One whose answer was lost may still arrive: the sweep removes it when its hour is over.
  await photoHost.put(publicId, { bytes: photo.bytes, mimeType: photo.mimeType });
  let kept: { id: string } | undefined;
  try {
    kept = await database.asService(async (sql) => {
      const row = await sql
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
          advice: photo.advice,
          content_hash: createHash("sha256").update(photo.bytes).digest("hex"),
          upload_key: uploadKey,
        })
        .onConflict((conflict) => conflict.columns(["user_id", "upload_key"]).doNothing())
        .returning("id")
        .executeTakeFirst();
      if (row) await keepPicture(sql, publicId);
      return row;
    });
  } catch (error) {
    // If that fails too, the sweep does it.
    await removePictures(services, [publicId]).catch(() => {});
    throw error;
  }
  if (!kept) {
    await removePictures(services, [publicId]);
    const first = await uploadedBefore(database, memberId, uploadKey);
    if (first) return first;
    throw new Error("an upload that was kept under its key is not there");
  }
  // The next page shows it at about this size; made now, it is there by then. A failure only makes that page derive it.
  photoHost.derive(publicId, 960, "webp").catch(() => {});
  return { ok: true, photoId, publicId, name };
}

async function uploadedBefore(
  database: Database,
  memberId: string,
  uploadKey: string | null,
): Promise<Extract<UploadAnswer, { ok: true }> | null> {
  if (!uploadKey) return null;
  const photo = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("photos")
      .select(["id", "public_id", "file_name"])
      .where("user_id", "=", memberId)
      .where("upload_key", "=", uploadKey)
      .executeTakeFirst(),
  );
  return photo ? { ok: true, photoId: photo.id, publicId: photo.public_id, name: photo.file_name } : null;
}
