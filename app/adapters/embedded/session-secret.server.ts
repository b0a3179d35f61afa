import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The shortest signing secret that SESSION_SECRET and the data directory may hold, in characters. */
const shortestSecret = 32;

/**
 * The signing secret of the embedded mode, made at the first start and saved in the data directory. It is written under
 * another name first: a start that is interrupted, or a full disk, leaves none or a whole one. @throws when it is short.
 */
export async function savedSecret(dataDirectory: string): Promise<string> {
  const file = join(dataDirectory, "session-secret");
  if (!existsSync(file)) {
    const unfinished = `${file}.${process.pid}`;
    await writeFile(unfinished, randomBytes(32).toString("base64url"), { mode: 0o600, flush: true });
    await rename(unfinished, file);
  }
  const secret = await readFile(file, "utf8");
  if (secret.length >= shortestSecret) return secret;
  throw new Error(
    `${file} has fewer than ${shortestSecret} characters: delete it and start again (members sign in anew)`,
  );
}
