import { makeZip, predictLength } from "client-zip";
import type { Logger } from "pino";

interface ZippedPhoto {
  id: string;
  name: string;
  bytes: number;
  lastModified: Date;
  /** Null when the host has no file; a text replaces it. */
  read: () => Promise<Uint8Array | null>;
}

export interface Zip {
  stream: ReadableStream<Uint8Array>;
  length: number;
}

/**
 * Streams a zip with one photo in memory at a time. `length` in bytes is known in advance for the browser's progress.
 */
export function zipOf(
  documents: { name: string; input: Uint8Array<ArrayBuffer> }[],
  photos: ZippedPhoto[],
  log: Pick<Logger, "warn">,
): Zip {
  const length = predictLength([
    ...documents.map(({ name, input }) => ({ name, size: input.byteLength })),
    ...photos.map(({ name, bytes }) => ({ name, size: bytes })),
  ]);
  async function* files() {
    yield* documents;
    for (const { id, name, bytes, lastModified, read } of photos) {
      const file = await read().catch((error: unknown) => {
        log.warn({ err: error, photo: id }, "photo not packed");
        return null;
      });
      const whole = file?.byteLength === bytes;
      yield whole
        ? { name, input: file, lastModified }
        : { name: excuseName(name), input: excuse(bytes), lastModified };
    }
  }
  return { stream: makeZip(files()), length: Number(length) };
}

const excuseName = (name: string) => name.replace(/\.(?:jpg|png)$/, ".txt");

/** Padded to the photo's size, because the length was already sent. */
function excuse(bytes: number): Uint8Array {
  const text = "This photo could not be read just now. Please download it again later.";
  return new TextEncoder().encode(text.padEnd(bytes).slice(0, bytes));
}
