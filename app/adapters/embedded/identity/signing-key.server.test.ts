import { mkdtemp, readdir, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { loadSigningKey } from "./signing-key.server.ts";

let directory: string;
beforeEach(async () => void (directory = await mkdtemp(join(tmpdir(), "photogem-key-"))));
afterEach(() => rm(directory, { recursive: true }));

test("keeps the key across restarts in a file with mode 0600", async () => {
  const first = await loadSigningKey(join(directory, "data"));
  const second = await loadSigningKey(join(directory, "data"));
  expect(second.kid).toBe(first.kid);
  const files = await readdir(join(directory, "data"));
  expect(files).toEqual(["identity-signing-key.json"]);
  const { mode } = await stat(join(directory, "data", "identity-signing-key.json"));
  expect(mode & 0o777).toBe(0o600);
});

test("agrees on one key when many processes create one at once", async () => {
  const keys = await Promise.all(Array.from({ length: 8 }, () => loadSigningKey(directory)));
  expect(new Set(keys.map((key) => key.kid)).size).toBe(1);
  expect(await readdir(directory)).toEqual(["identity-signing-key.json"]);
});

test("publishes no private part of the key", async () => {
  const { publicJwk, kid } = await loadSigningKey(directory);
  expect(publicJwk).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", kid });
  expect(publicJwk).not.toHaveProperty("d");
});
