import { mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { sql } from "kysely";
import { openPgliteDatabase } from "./database/pglite-database.server.ts";
import { savedSecret } from "./session-secret.server.ts";
import { loadSigningKey } from "./identity/signing-key.server.ts";
import { createPasswordHasher } from "./identity/password-hasher.server.ts";

describe("the session secret", () => {
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
});

describe("the key that signs access tokens", () => {
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
});

test("matches a hash with its own password only", async () => {
  const hasher = createPasswordHasher();
  const hash = await hasher.hash("correct horse");
  expect(await Promise.all([hasher.matches("correct horse", hash), hasher.matches("wrong horse", hash)])).toEqual([
    true,
    false,
  ]);
});

test.each([
  ["a", "$2a$10$k87L/MF28Q673VKh8/cPi.SUl7MU/rWuSiIDDFayrKk/1tBsSQu4u"],
  ["abc", "$2a$10$WvvTPHKwdBJ3uk0Z37EMR.hLA2W6N9AEBhEgrAOljy2Ae5MtaSIUi"],
])("accepts jBCrypt's test vector for %s", async (password, hash) => {
  expect(await createPasswordHasher().matches(password, hash)).toBe(true);
});

test("leaves the event loop free while hashing a password", async () => {
  let turns = 0;
  const hashing = createPasswordHasher().hash("correct horse");
  let done = false;
  void hashing.finally(() => (done = true));
  while (!done) {
    turns += 1;
    await new Promise((resolve) => setImmediate(resolve));
  }
  // On the event loop bcryptjs would yield once per 100 ms, so only one or two turns would pass.
  expect(turns).toBeGreaterThan(20);
});

test("two new data directories hash addresses with keys of their own", { timeout: 60_000 }, async () => {
  const keys = await Promise.all(
    ["one", "other"].map(async (name) => {
      const directory = await mkdtemp(join(tmpdir(), `photogem-${name}-`));
      const { kysely, close } = await openPgliteDatabase(directory);
      const { rows } = await sql<{ key: string }>`select encode(key, 'hex') as key from private.hash_keys`.execute(
        kysely,
      );
      await close();
      await rm(directory, { recursive: true });
      return rows.map(({ key }) => key).join();
    }),
  );
  expect(keys[0]).toMatch(/^[0-9a-f]{16,}/);
  expect(keys[0]).not.toBe(keys[1]);
});
