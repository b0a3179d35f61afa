import { link, mkdir, readdir, rm, rmdir, stat, unlink } from "node:fs/promises";
import { dirname, join } from "node:path";
import { syncDirectory } from "./atomic-file.server.ts";
import { hasCode } from "./file-error.ts";

/** What `read` gives, or null when the file it wants is not there. */
export async function absentAsNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read();
  } catch (error) {
    if (hasCode(error, "ENOENT")) return null;
    throw error;
  }
}

/** A name for a file's present content: another whenever the file was replaced. Null when there is no file. */
export async function versionOf(path: string): Promise<string | null> {
  const file = await absentAsNull(() => stat(path, { bigint: true }));
  return file && `${file.ino.toString(36)}-${file.mtimeNs.toString(36)}`;
}

/**
 * Moves a file durably, never over another one. Repeating a move that was cut short, or is done, completes it.
 * Throws when there is nothing to move, or another file in the way.
 */
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

/** Files older than this are nobody's work any more, in milliseconds. */
const abandonedAfter = 60 * 60 * 1000;

/** Removes what a process that was killed had begun to write. */
export async function sweepUnfinished(incoming: string): Promise<void> {
  for (const name of (await absentAsNull(() => readdir(incoming))) ?? []) {
    const path = join(incoming, name);
    const file = await absentAsNull(() => stat(path));
    if (file && file.mtimeMs < Date.now() - abandonedAfter) await rm(path, { force: true });
  }
}
