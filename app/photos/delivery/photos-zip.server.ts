import { makeZip, predictLength } from "client-zip";
import type { Logger } from "pino";

interface ZippedPhoto {
  id: string;
  /** Its name in the zip, ending in .jpg or .png. */
  name: string;
  /** Of the stored file. */
  bytes: number;
  lastModified: Date;
  /** Its file, or null when the host has none; then a text stands in its place. */
  read: () => Promise<Uint8Array | null>;
}

export interface Zip {
  stream: ReadableStream<Uint8Array>;
  /** Of the whole file, known beforehand, so that a browser can show how far it is. Bytes. */
  length: number;
}

/** A zip of documents and photos, made while it is sent: one photo at a time is in memory. */
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

/** A text by its name too, and not longer: names count in the length. */
const excuseName = (name: string) => name.replace(/\.(?:jpg|png)$/, ".txt");

/** As long as the photo it stands for: the length of the whole is promised by then. */
function excuse(bytes: number): Uint8Array {
  const text = "This photo could not be read just now. Please download it again later.";
  return new TextEncoder().encode(text.padEnd(bytes).slice(0, bytes));
}
