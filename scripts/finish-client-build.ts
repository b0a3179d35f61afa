import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { build } from "vite";
import { enhancementFileName, enhancementFolder } from "./enhancement-file-name.ts";

/** What React Router's client build lacks: the enhancement script of every page, and precompressed files. */
export async function finishClientBuild(directory: string) {
  await buildEnhancement(directory);
  await precompress(directory);
}

async function buildEnhancement(directory: string) {
  await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    build: {
      outDir: join(directory, "assets"),
      emptyOutDir: false,
      copyPublicDir: false,
      target: "es2022",
      rolldownOptions: {
        input: join(enhancementFolder, "enhance.ts"),
        output: { format: "iife", entryFileNames: enhancementFileName() },
      },
    },
  });
}

const compressible = /\.(js|css|svg|json|webmanifest|txt|html|xml)$/;

async function precompress(directory: string) {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  for (const name of await readdir(directory, { recursive: true })) {
    const file = join(directory, name);
    if (!compressible.test(name) || (await stat(file)).size < 512) continue;
    const plain = await readFile(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    const [br, gz] = await Promise.all([brotli(plain, { params }), zip(plain, { level: 9 })]);
    if (br.length < plain.length) await writeFile(`${file}.br`, br);
    if (gz.length < plain.length) await writeFile(`${file}.gz`, gz);
  }
}
