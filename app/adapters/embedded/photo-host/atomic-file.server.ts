import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { hasCode } from "./file-error.ts";

export async function writeFileAtomically(path: string, bytes: Uint8Array, incoming: string): Promise<void> {
  await mkdir(incoming, { recursive: true });
  const unfinished = join(incoming, randomUUID());
  try {
    await writeDurably(unfinished, bytes);
    await moveIntoPlace(unfinished, path);
  } catch (error) {
    await rm(unfinished, { force: true });
    throw error;
  }
  await syncDirectory(dirname(path));
}

async function writeDurably(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, "wx", 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** Retries, because another process may remove the empty directory in between. */
async function moveIntoPlace(unfinished: string, path: string, attempts = 3): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  try {
    await rename(unfinished, path);
  } catch (error) {
    if (attempts === 1 || !hasCode(error, "ENOENT")) throw error;
    await moveIntoPlace(unfinished, path, attempts - 1);
  }
}

/** A rename is durable once its directory is synced; Windows cannot open one and does not need it. */
export async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}
