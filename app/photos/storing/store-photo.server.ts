import { createHash, randomUUID } from "node:crypto";
import type { Logger } from "pino";
import type { Database } from "../../server/database/database.ts";
import type { Adjustment } from "../adjusting/adjustment.ts";
import { fileNameSegment } from "../file-name.ts";
import type { InspectedPhoto } from "../inspection/photo-inspection.ts";
import type { PhotoHost } from "../photo-host.ts";
import { announcePicture, cancelRemoval, removePictures } from "./picture-removals.server.ts";

export interface StoringPhoto {
  database: Database;
  photoHost: PhotoHost;
  log: Pick<Logger, "warn">;
}

export interface StoredPhoto {
  photoId: string;
  publicId: string;
  name: string;
}

interface PhotoToStore extends InspectedPhoto {
  memberId: string;
  name: string;
  key: string | null;
  adjusted?: { from: string; by: Adjustment };
}

export class PhotoNotStored extends Error {}

/**
 * Stores the file before its row; a file without a row is removed.
 * @throws PhotoNotStored when the photo host fails; SQLSTATE 23503 when its source photo is missing.
 */
export async function storePhoto(services: StoringPhoto, photo: PhotoToStore): Promise<StoredPhoto> {
  const { database, photoHost } = services;
  const photoId = randomUUID();
  const publicId = `${photoId}/${fileNameSegment(photo.name)}`;
  await announcePicture(database, publicId);
  // A put may succeed without a response; the sweep removes that file.
  await photoHost.put(publicId, { bytes: photo.bytes, mimeType: photo.mimeType }).catch((cause: unknown) => {
    throw new PhotoNotStored("the photo host did not store a photo", { cause });
  });
  let inserted: { id: string } | undefined;
  try {
    inserted = await insert(database, photoId, publicId, photo);
  } catch (error) {
    await removePictures(services, [publicId]).catch(() => {});
    throw error;
  }
  if (!inserted) {
    await removePictures(services, [publicId]);
    const first = await storedBefore(database, photo.memberId, photo.key);
    if (first) return first;
    throw new Error("no photo exists under the upload key");
  }
  photoHost.derive(publicId, 960, "webp").catch(() => {});
  return { photoId, publicId, name: photo.name };
}

export async function storedBefore(
  database: Database,
  memberId: string,
  key: string | null,
): Promise<StoredPhoto | null> {
  if (!key) return null;
  const photo = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("photos")
      .select(["id", "public_id", "file_name"])
      .where("user_id", "=", memberId)
      .where("upload_key", "=", key)
      .executeTakeFirst(),
  );
  return photo ? { photoId: photo.id, publicId: photo.public_id, name: photo.file_name } : null;
}

function insert(database: Database, id: string, publicId: string, photo: PhotoToStore) {
  return database.asService(async (sql) => {
    const row = await sql
      .insertInto("photos")
      .values({
        id,
        user_id: photo.memberId,
        kind: "original",
        public_id: publicId,
        file_name: photo.name,
        mime_type: photo.mimeType,
        width: photo.width,
        height: photo.height,
        bytes: photo.bytes.byteLength,
        placeholder: photo.placeholder,
        advice: photo.advice,
        content_hash: createHash("sha256").update(photo.bytes).digest("hex"),
        upload_key: photo.key,
        adjusted_from: photo.adjusted?.from ?? null,
        adjustment: photo.adjusted ? JSON.stringify(photo.adjusted.by) : null,
      })
      .onConflict((conflict) => conflict.columns(["user_id", "upload_key"]).doNothing())
      .returning("id")
      .executeTakeFirst();
    if (row) await cancelRemoval(sql, publicId);
    return row;
  });
}
