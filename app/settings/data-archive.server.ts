import { makeZip, predictLength } from "client-zip";
import type { Logger } from "pino";
import { fileNameSegment } from "../photos/file-name.ts";
import type { OwnData, OwnPhoto } from "./read-own-data.server.ts";

interface Archive {
  stream: ReadableStream<Uint8Array>;
  /** Of the whole file, known beforehand, so that a browser can show how far it is. Bytes. */
  length: number;
}

/**
 * A zip with one JSON file for each list and one file for each photo, made while it is sent: one photo at a time is in
 * memory. `read` gives a photo's file, or null when its host has none; then its place holds a sentence instead.
 */
export function dataArchive(
  { lists, photos }: OwnData,
  read: (photo: OwnPhoto) => Promise<Uint8Array | null>,
  log: Pick<Logger, "warn">,
): Archive {
  const documents = Object.entries(lists).map(([name, rows]) => ({
    name: `${name}.json`,
    input: new TextEncoder().encode(`${JSON.stringify(rows)}\n`),
  }));
  const named = photos.map((photo) => ({ photo, name: photoName(photo) }));
  const length = predictLength([
    ...documents.map(({ name, input }) => ({ name, size: input.byteLength })),
    ...named.map(({ photo, name }) => ({ name, size: photo.bytes })),
  ]);
  async function* files() {
    yield* documents;
    for (const { photo, name } of named) {
      const file = await read(photo).catch((error: unknown) => {
        log.warn({ err: error, photo: photo.id }, "photo not exported");
        return null;
      });
      const whole = file?.byteLength === photo.bytes;
      yield { name, input: whole ? file : excuse(photo.bytes), lastModified: photo.created_at };
    }
  }
  return { stream: makeZip(files()), length: Number(length) };
}

/** `photos/2026-11-20-result-Ada-1f2e3d4c.jpg` */
function photoName({ id, kind, file_name, mime_type, created_at }: OwnPhoto): string {
  const day = created_at.toISOString().slice(0, 10);
  const extension = mime_type === "image/png" ? "png" : "jpg";
  return `photos/${day}-${kind}-${fileNameSegment(file_name)}-${id.slice(0, 8)}.${extension}`;
}

/** As long as the photo it stands for: the length of the whole is promised by then. */
function excuse(bytes: number): Uint8Array {
  const text = "This photo could not be read just now. Please download your data again later.";
  return new TextEncoder().encode(text.padEnd(bytes).slice(0, bytes));
}
