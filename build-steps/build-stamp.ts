import { createHash } from "node:crypto";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";

const root = join(import.meta.dirname, "..");
export const stampFile = join(root, "build/stamp");

/** Hashes every input of the build: unchanged sources need no second build. */
export function buildStamp(): string {
  const hash = createHash("sha256");
  for (const place of ["app", "public", "vite.config.ts", "react-router.config.ts", "package-lock.json", "build-steps"])
    add(hash, place);
  return hash.digest("hex");
}

function add(hash: ReturnType<typeof createHash>, path: string) {
  const full = join(root, path);
  if (statSync(full).isDirectory()) for (const name of readdirSync(full).sort()) add(hash, join(path, name));
  else hash.update(path).update(readFileSync(full));
}
