import type { Logger } from "pino";
import { fileNameSegment } from "../../photos/file-name.ts";
import { type Zip, zipOf } from "../../photos/delivery/photos-zip.server.ts";
import type { OwnData, OwnPhoto } from "./read-own-data.server.ts";

/**
 * Streams a zip: one JSON file per list, one file per photo. `read` returns null for a missing
 * file.
 */
export function dataArchive(
  { lists, photos }: OwnData,
  read: (photo: OwnPhoto) => Promise<Uint8Array | null>,
  log: Pick<Logger, "warn">,
): Zip {
  const documents = Object.entries(lists).map(([name, rows]) => ({
    name: `${name}.json`,
    input: new TextEncoder().encode(`${JSON.stringify(rows)}\n`),
  }));
  const named = photos.map((photo) => ({
    id: photo.id,
    name: photoName(photo),
    bytes: photo.bytes,
    lastModified: photo.created_at,
    read: () => read(photo),
  }));
  return zipOf(documents, named, log);
}

function photoName({ id, kind, file_name, mime_type, created_at }: OwnPhoto): string {
  const day = created_at.toISOString().slice(0, 10);
  const extension = mime_type === "image/png" ? "png" : "jpg";
  return `photos/${day}-${kind}-${fileNameSegment(file_name)}-${id.slice(0, 8)}.${extension}`;
}
