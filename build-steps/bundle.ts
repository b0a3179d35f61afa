import { build, type Rolldown } from "vite";

/** A built script that is not part of React Router's own build. */
export interface BuiltScript {
  fileName: string;
  code: string;
}

/**
 * Builds a script in memory.
 * @returns its chunks, the chunk of `entry` first.
 */
export async function bundle(
  entry: string,
  output: Rolldown.OutputOptions,
  define: Record<string, string> = {},
): Promise<[BuiltScript, ...BuiltScript[]]> {
  const result = await build({
    configFile: false,
    logLevel: "warn",
    publicDir: false,
    define,
    build: {
      write: false,
      target: "es2022",
      // A part has about a kilobyte: a preload would save nothing.
      modulePreload: false,
      // `define` inserts addresses of files that are already built.
      // Importers use a part's exports.
      rolldownOptions: { input: entry, output, external: /^\/assets\//, preserveEntrySignatures: "strict" },
    },
  });
  if (!("output" in result)) throw new Error("Vite went on watching instead of building");
  const chunks = result.output.filter((chunk) => chunk.type === "chunk");
  const [first, ...parts] = chunks.toSorted((a, b) => Number(b.isEntry) - Number(a.isEntry));
  if (!first) throw new Error(`${entry} was built into nothing`);
  return [first, ...parts];
}
