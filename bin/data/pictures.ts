import { createHash } from "node:crypto";
import { mkdir, open, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { HostedPhoto } from "../../app/photos/storing/rename-picture.server.ts";
import { assertPublicId, type PhotoHost, pictureTypeOf } from "../../app/photos/photo-host.ts";
import type { Manifest } from "./manifest.ts";

/** One line of `pictures.ndjson`; the picture itself is `pictures/<publicId>`. */
interface PictureEntry {
  publicId: string;
  mimeType: string;
  bytes: number;
  sha256: string;
}

/** Writes each photo's bytes under the host's own name. */
export async function exportPictures(
  photoHost: Pick<PhotoHost, "read">,
  photos: readonly (HostedPhoto & { id: string })[],
  folder: string,
): Promise<Manifest["pictures"]> {
  const list = await open(join(folder, "pictures.ndjson"), "wx", 0o600);
  const hash = createHash("sha256");
  const missing: string[] = [];
  let [count, bytes] = [0, 0];
  try {
    for (const photo of photos) {
      const line = await exportPicture(photoHost, photo, folder);
      if (!line) {
        missing.push(photo.id);
        continue;
      }
      const text = `${JSON.stringify(line)}\n`;
      await list.write(text);
      hash.update(text);
      count += 1;
      bytes += line.bytes;
    }
    await list.sync();
  } finally {
    await list.close();
  }
  return { count, bytes, sha256: hash.digest("hex"), missing };
}

/** A picture in the middle of a rename is stored under either name. Returns null when neither exists. */
async function exportPicture(
  photoHost: Pick<PhotoHost, "read">,
  { public_id: now, renaming_to: next }: HostedPhoto,
  folder: string,
): Promise<PictureEntry | null> {
  for (const publicId of next === null ? [now] : [now, next]) {
    assertPublicId(publicId);
    const picture = await photoHost.read(publicId);
    if (!picture) continue;
    const file = join(folder, "pictures", publicId);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await writeFile(file, picture.bytes, { mode: 0o600, flag: "wx", flush: true });
    return { publicId, mimeType: picture.mimeType, bytes: picture.bytes.byteLength, sha256: sha256(picture.bytes) };
  }
  return null;
}

const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");

export interface ImportedPictures {
  /** Uploaded to the host by this run. */
  put: number;
  /** Already on the host with the same bytes: from an earlier run, or because it is the same host. */
  present: number;
  skipped: number;
}

/** Parallel requests: a distant host takes 0.2 s or more to answer. */
const atOnce = 4;

/**
 * Uploads every picture of the export to the host and reads it back: a picture with other bytes stops the import. Safe
 * to repeat. Skips pictures that the host already has, and those whose name `isWanted` refuses.
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
