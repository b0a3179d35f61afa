import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { assertPublicId, type PhotoHost, pictureTypeOf } from "../../app/photos/photo-host.ts";
import { type PictureEntry, sha256 } from "./export-pictures.ts";
import type { Manifest } from "./manifest.ts";

export interface ImportedPictures {
  /** Put to the host by this run. */
  put: number;
  /** The host had them already, the same bytes: from an earlier run, or because it is the same host. */
  present: number;
  skipped: number;
}

/** At a time: a host far away answers in 0.2 s or more. */
const atOnce = 4;

/**
 * Brings every picture of the export to the host, and reads each back from it: what is not there byte for byte stops
 * the import. Safe to repeat; sends no picture that is there already, and none that `isWanted` refuses by its name.
 */
export async function importPictures(
  photoHost: Pick<PhotoHost, "read" | "put">,
  folder: string,
  { pictures }: Manifest,
  isWanted: (publicId: string) => Promise<boolean>,
): Promise<ImportedPictures> {
  const text = await readFile(join(folder, "pictures.ndjson"));
  if (sha256(text) !== pictures.sha256) throw new Error("pictures.ndjson is not as it was exported.");
  const lines = text.toString("utf8").split("\n").filter(Boolean);
  const waiting = lines.map((line) => JSON.parse(line) as PictureEntry);
  const imported: ImportedPictures = { put: 0, present: 0, skipped: 0 };
  const work = async () => {
    for (let line = waiting.pop(); line; line = waiting.pop()) {
      const wanted = await isWanted(line.publicId);
      imported[wanted ? await importPicture(photoHost, folder, line) : "skipped"] += 1;
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  return imported;
}

async function importPicture(
  photoHost: Pick<PhotoHost, "read" | "put">,
  folder: string,
  { publicId, sha256: expected }: PictureEntry,
): Promise<keyof ImportedPictures> {
  assertPublicId(publicId);
  const isThere = async () => {
    const picture = await photoHost.read(publicId);
    return picture !== null && sha256(picture.bytes) === expected;
  };
  if (await isThere()) return "present";
  const bytes = new Uint8Array(await readFile(join(folder, "pictures", publicId)));
  if (sha256(bytes) !== expected) throw new Error(`pictures/${publicId} is not as it was exported.`);
  await photoHost.put(publicId, { bytes, mimeType: pictureTypeOf(bytes) });
  if (!(await isThere())) throw new Error(`The host does not give back pictures/${publicId} as it got it.`);
  return "put";
}
