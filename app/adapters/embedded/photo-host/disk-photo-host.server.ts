import { mkdir, readFile, rm, statfs, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { randomUUID } from "node:crypto";
import { type ChildPoolLog, createChildPool } from "../../../server/child-processes/child-pool.server.ts";
import { assertPublicId, type PhotoHost, pictureTypeOf, type StoredPicture } from "../../../photos/photo-host.ts";
import type { PictureFormat, PictureWidth } from "../../../photos/picture.ts";
import type { DeriveTask } from "./derive-child.server.ts";
import {
  absentAsNull,
  moveWithoutReplacing,
  removeEmptyDirectory,
  sweepUnfinished,
  versionOf,
  writeFileAtomically,
} from "./picture-files.server.ts";

export interface DiskPhotoHostOptions {
  directory: string;
  log: ChildPoolLog;
  derive?: (task: DeriveTask) => Promise<Uint8Array<ArrayBuffer>>;
}

export interface DiskPhotoHost extends PhotoHost {
  close(): Promise<void>;
}

/** AVIF at 1920 px takes 1.5 s of one core, more on a busy machine. */
const deriveTimeoutMs = 30_000;

/**
 * Photo host on disk: `originals`, and `derived` sizes named after the original's version, so that no copy of a
 * replaced picture is served. Encoding takes up to 1.5 s and 100 MB, hence child processes.
 */
export function createDiskPhotoHost({ directory, log, derive }: DiskPhotoHostOptions): DiskPhotoHost {
  const pool = createChildPool<DeriveTask, Uint8Array<ArrayBuffer>>({
    entry: new URL("derive-child.server.ts", import.meta.url),
    size: 2,
    priority: 19,
    timeoutMs: deriveTimeoutMs,
    log,
  });
  const makeCopy = derive ?? ((task: DeriveTask) => pool.run(task));
  const inFlight = new Map<string, Promise<StoredPicture | null>>();
  const incoming = join(directory, "incoming");
  const sweeping = sweepUnfinished(incoming);
  sweeping.catch((error: unknown) => log.warn({ detail: String(error) }, "unfinished pictures were not swept"));

  function originalPath(publicId: string): string {
    assertPublicId(publicId);
    return join(directory, "originals", publicId);
  }
  const derivedDirectory = (publicId: string) => join(directory, "derived", publicId);

  const readPicture = (path: string) => absentAsNull(async () => asPicture(await readFile(path)));

  async function findOrMake(copy: Copy): Promise<StoredPicture | null> {
    const cached = await readPicture(copy.path);
    if (cached) return cached;
    const original = await readPicture(originalPath(copy.publicId));
    if (!original) return null;
    const bytes = await makeCopy({ bytes: original.bytes, width: copy.width, format: copy.format });
    await storeCopy(copy, bytes);
    return { bytes, mimeType: `image/${copy.format}` };
  }

  async function storeCopy({ path, publicId, version }: Copy, bytes: Uint8Array): Promise<void> {
    try {
      await writeFileAtomically(path, bytes, incoming);
      if ((await versionOf(originalPath(publicId))) !== version) await removeDerived(publicId);
    } catch (error) {
      log.warn({ detail: String(error) }, "a derived picture could not be stored");
    }
  }

  async function removeDerived(publicId: string): Promise<void> {
    await rm(derivedDirectory(publicId), { recursive: true, force: true, maxRetries: 3 });
    await removeEmptyDirectory(dirname(derivedDirectory(publicId)));
  }

  return {
    async put(publicId, picture) {
      await writeFileAtomically(originalPath(publicId), picture.bytes, incoming);
      await removeDerived(publicId);
    },

    read: async (publicId) => readPicture(originalPath(publicId)),

    async derive(publicId, width, format) {
      const version = await versionOf(originalPath(publicId));
      if (version === null) return null;
      const path = join(derivedDirectory(publicId), `${version}-${width}.${format}`);
      const copy =
        inFlight.get(path) ??
        findOrMake({ path, publicId, version, width, format }).finally(() => inFlight.delete(path));
      inFlight.set(path, copy);
      return copy;
    },

    async rename(publicId, newPublicId) {
      const [from, to] = [originalPath(publicId), originalPath(newPublicId)];
      if (from === to) return;
      await moveWithoutReplacing(from, to);
      await removeEmptyDirectory(dirname(from));
      await removeDerived(publicId);
    },

    async delete(publicId) {
      const path = originalPath(publicId);
      await rm(path, { force: true });
      await removeEmptyDirectory(dirname(path));
      await removeDerived(publicId);
    },

    async close() {
      await pool.close();
    },
  };
}

interface Copy {
  path: string;
  publicId: string;
  version: string;
  width: PictureWidth;
  format: PictureFormat;
}

function asPicture(file: Buffer<ArrayBuffer>): StoredPicture {
  return { bytes: new Uint8Array(file.buffer, file.byteOffset, file.length), mimeType: pictureTypeOf(file) };
}

/** Enough for a photo, its result and their derived sizes. */
const leastFreeBytes = 64 * 1024 * 1024;

export async function checkDisk(directory: string, freeBytes = freeBytesAt): Promise<string | null> {
  const probe = join(directory, `.probe-${randomUUID()}`);
  try {
    await mkdir(directory, { recursive: true, mode: 0o700 });
    if ((await freeBytes(directory)) < leastFreeBytes) return "is nearly full";
    await writeFile(probe, Buffer.alloc(4_096), { mode: 0o600 });
    return null;
  } catch {
    return "cannot be written to";
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
}

async function freeBytesAt(directory: string): Promise<number> {
  const { bavail, bsize } = await statfs(directory);
  return bavail * bsize;
}
