import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { readFile, rename, writeFile } from "node:fs/promises";
import { join } from "node:path";

const shortestSecret = 32;

/** The embedded mode's signing secret, created atomically at the first start. @throws when it is too short. */
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
