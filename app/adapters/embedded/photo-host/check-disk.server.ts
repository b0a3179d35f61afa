import { randomUUID } from "node:crypto";
import { mkdir, rm, statfs, writeFile } from "node:fs/promises";
import { join } from "node:path";

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
