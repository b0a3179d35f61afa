import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { savedSecret } from "./session-secret.server.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "photogem-secret-"));
});
afterEach(() => rm(folder, { recursive: true }));

test("creates the signing secret once and reuses it", async () => {
  const secret = await savedSecret(folder);
  expect(secret.length).toBeGreaterThanOrEqual(32);
  expect(await savedSecret(folder)).toBe(secret);
  expect(await readdir(folder)).toEqual(["session-secret"]);
});

test("gives two data directories two secrets", async () => {
  const other = await mkdtemp(join(tmpdir(), "photogem-secret-"));
  expect(await savedSecret(other)).not.toBe(await savedSecret(folder));
  await rm(other, { recursive: true });
});

test.each(["", "short"])("refuses to start with the secret %j and says what to do", async (content) => {
  await writeFile(join(folder, "session-secret"), content);
  await expect(savedSecret(folder)).rejects.toThrow(/session-secret has fewer than 32 characters: delete it/);
});
