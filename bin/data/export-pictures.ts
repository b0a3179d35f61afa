import { createHash } from "node:crypto";
import { mkdir, open, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { HostedPhoto } from "../../app/photos/storing/rename-picture.server.ts";
import { assertPublicId, type PhotoHost } from "../../app/photos/photo-host.ts";
import type { Manifest } from "./manifest.ts";

/** One line of `pictures.ndjson`; the picture itself is `pictures/<publicId>`. */
export interface PictureEntry {
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

/** A picture that was being renamed lies under either name. Null when it lies under none. */
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

export const sha256 = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
