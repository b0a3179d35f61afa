import { link, mkdir, readdir, rm, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncDirectory } from "./atomic-file.server.ts";
import { hasCode } from "./file-error.ts";

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
