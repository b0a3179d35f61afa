import { createHash } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

export const enhancementFolder = join(import.meta.dirname, "../app/enhancement");

/** `enhance-<hash of its sources>.js`: immutable once served, like every other asset. */
export function enhancementFileName(): string {
  const hash = createHash("sha256");
  for (const file of readdirSync(enhancementFolder).sort()) hash.update(readFileSync(join(enhancementFolder, file)));
  return `enhance-${hash.digest("hex").slice(0, 10)}.js`;
}
