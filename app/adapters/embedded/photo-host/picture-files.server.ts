import { randomUUID } from "node:crypto";
import { mkdir, open, rename, rm, link, readdir, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";

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

/** Retries, because another process may remove the empty directory between the two steps or during mkdir. */
async function moveIntoPlace(unfinished: string, path: string, attempts = 3): Promise<void> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await rename(unfinished, path);
  } catch (error) {
    if (attempts === 1 || !hasCode(error, "ENOENT")) throw error;
    await moveIntoPlace(unfinished, path, attempts - 1);
  }
}

/** A rename is durable once its directory is synced; Windows cannot open one and does not need it. */
async function syncDirectory(path: string): Promise<void> {
  if (process.platform === "win32") return;
  const directory = await open(path, "r");
  try {
    await directory.sync();
  } finally {
    await directory.close();
  }
}

export async function absentAsNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

export async function versionOf(path: string): Promise<string | null> {
  const file = await absentAsNull(() => stat(path, { bigint: true }));
  return file && `${file.ino.toString(36)}-${file.mtimeNs.toString(36)}`;
}

/** Durable and repeatable after a crash. @throws when the source is missing or the target is another file. */
export async function moveWithoutReplacing(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true });
  try {
    await link(from, to);
  } catch (error) {
    const isDone = hasCode(error, "ENOENT") && (await versionOf(to)) !== null;
    if (isDone) return;
    const isCutShort = hasCode(error, "EEXIST") && (await versionOf(from)) === (await versionOf(to));
    if (!isCutShort) throw error;
  }
  await syncDirectory(dirname(to));
  await unlink(from);
  await syncDirectory(dirname(from));
}

export async function removeEmptyDirectory(path: string): Promise<void> {
  try {
    await rmdir(path);
  } catch (error) {
    const isNothingToDo = hasCode(error, "ENOENT") || hasCode(error, "ENOTEMPTY") || hasCode(error, "EEXIST");
    if (!isNothingToDo) throw error;
  }
}

const abandonedAfter = 60 * 60 * 1000;

/** Removes unfinished files of killed processes. */
export async function sweepUnfinished(incoming: string): Promise<void> {
  for (const name of (await absentAsNull(() => readdir(incoming))) ?? []) {
    const path = join(incoming, name);
    const file = await absentAsNull(() => stat(path));
    if (file && file.mtimeMs < Date.now() - abandonedAfter) await rm(path, { force: true });
  }
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && "code" in error && error.code === code;
}
