/** Installs old Chromium binaries from npm packages for browsers.spec.ts. About 400 MB. */
import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { brotliDecompressSync } from "node:zlib";
import { oldChromiums } from "./old-chromium.ts";

for (const { carrier, binary } of oldChromiums) {
  if (existsSync(binary)) continue;
  const folder = dirname(binary);
  await mkdir(folder, { recursive: true });
  const tarball = execFileSync("npm", ["pack", "--silent", carrier], { cwd: folder, encoding: "utf8" }).trim();
  execFileSync("tar", ["xzf", tarball, "package/bin/chromium.br"], { cwd: folder });
  await writeFile(binary, brotliDecompressSync(await readFile(join(folder, "package/bin/chromium.br"))), {
    mode: 0o755,
  });
  await Promise.all([rm(join(folder, tarball)), rm(join(folder, "package"), { recursive: true })]);
}
