import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/**
 * Two PGlite processes on one directory lose rows silently. The kernel frees SQLite's lock even after kill -9.
 * @throws when another process holds the directory; the message is for the operator.
 */
export function lockDataDirectory(dataDirectory: string): { release: () => void } {
  mkdirSync(dataDirectory, { recursive: true });
  const file = new DatabaseSync(join(dataDirectory, "lock.sqlite"));
  try {
    file.exec("pragma busy_timeout = 3000; begin exclusive");
  } catch {
    file.close();
    throw new Error(
      `Another Photogem process is using ${dataDirectory}. Stop it first, or set DATA_DIR to another folder.`,
    );
  }
  return { release: () => file.close() };
}
