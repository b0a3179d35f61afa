import type { Config } from "@react-router/dev/config";
import { readdir, readFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import { minify, type MinifyOptions } from "terser";

export default {
  ssr: true,
  future: {
    v8_middleware: true,
    // A client action has a few hundred bytes: a separate file costs more than it saves.
    v8_splitRouteModules: false,
    v8_viteEnvironmentApi: true,
    v8_passThroughRequests: true,
    v8_trailingSlashAwareDataRequests: true,
  },
  buildEnd: ({ reactRouterConfig }) => precompress(`${reactRouterConfig.buildDirectory}/client`),
} satisfies Config;

const compressible = /\.(js|css|svg|json|webmanifest|txt|html|xml)$/;

/** Saves 1.3 kB of a tool's scripts over the bundler's minifier, mostly in React and its router. */
const again: MinifyOptions = {
  module: true,
  ecma: 2020,
  compress: { ecma: 2020, passes: 3 },
  mangle: { toplevel: true },
};

/** Writes a Brotli and a gzip file beside each compressible file of the client build, if they are smaller. */
async function precompress(directory: string) {
  const brotli = promisify(brotliCompress);
  const zip = promisify(gzip);
  for (const name of await readdir(directory, { recursive: true })) {
    const file = join(directory, name);
    if (!compressible.test(name) || (await stat(file)).size < 512) continue;
    const plain = await smallest(file);
    const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: plain.length };
    const [br, gz] = await Promise.all([brotli(plain, { params }), zip(plain, { level: 9 })]);
    if (br.length < plain.length) await writeFile(`${file}.br`, br);
    if (gz.length < plain.length) await writeFile(`${file}.gz`, gz);
  }
}

/** Returns the bytes of a file; minifies our scripts in place first. */
async function smallest(file: string): Promise<Buffer> {
  const bytes = await readFile(file);
  if (!/\/assets\/[^/]+\.js$/.test(file)) return bytes;
  const { code = "" } = await minify(bytes.toString(), again);
  await writeFile(file, code);
  return Buffer.from(code);
}
