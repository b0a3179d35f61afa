import { randomUUID } from "node:crypto";
import { link, mkdir, open, readFile, unlink } from "node:fs/promises";
import { join } from "node:path";
import { calculateJwkThumbprint, exportJWK, generateKeyPair, importJWK, type CryptoKey, type JWK } from "jose";

export interface SigningKey {
  /** RFC 7638 thumbprint. */
  kid: string;
  privateKey: CryptoKey;
  publicJwk: JWK;
}

/** Reads or creates `<dataDirectory>/identity-signing-key.json`, mode 0600. Concurrent starts use the same key. */
export async function loadSigningKey(dataDirectory: string): Promise<SigningKey> {
  const path = join(dataDirectory, "identity-signing-key.json");
  const existing = await readIfPresent(path);
  if (existing) return toSigningKey(JSON.parse(existing));
  await mkdir(dataDirectory, { recursive: true });
  await writeOnce(path, JSON.stringify(await newPrivateJwk()));
  return toSigningKey(JSON.parse(await readFile(path, "utf8")));
}

export async function createSigningKey(): Promise<SigningKey> {
  return toSigningKey(await newPrivateJwk());
}

async function newPrivateJwk(): Promise<JWK> {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  return exportJWK(privateKey);
}

async function toSigningKey(jwk: JWK): Promise<SigningKey> {
  const privateKey = await importJWK(jwk, "ES256");
  if (privateKey instanceof Uint8Array) throw new Error("The identity's signing key is not an EC key.");
  const { d: _secret, ...publicPart } = jwk;
  const kid = await calculateJwkThumbprint(publicPart);
  return { kid, privateKey, publicJwk: { ...publicPart, kid, alg: "ES256", use: "sig", key_ops: ["verify"] } };
}

/** `link` fails when the target exists and never exposes a partial file. */
async function writeOnce(path: string, text: string) {
  const draft = `${path}.${randomUUID()}`;
  const file = await open(draft, "wx", 0o600);
  try {
    await file.writeFile(text);
    await file.sync();
  } finally {
    await file.close();
  }
  await link(draft, path).catch(unless("EEXIST"));
  await unlink(draft);
}

function readIfPresent(path: string): Promise<string | null> {
  return readFile(path, "utf8").catch((error: unknown) => {
    unless("ENOENT")(error);
    return null;
  });
}

function unless(code: string) {
  return (error: unknown) => {
    if (!(error instanceof Error && "code" in error && error.code === code)) throw error;
  };
}
