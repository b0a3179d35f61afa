import { build, type Rolldown } from "vite";

/** A script beside React Router's own, as it is served. */
export interface BuiltScript {
  fileName: string;
  code: string;
}

/**
 * Builds a script in memory.
 * @returns the scripts it becomes, `entry` itself first.
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
      // A part is a kilobyte: there is nothing to gain from asking for it beforehand.
      modulePreload: false,
      // Addresses that are put in are built already.
      // A part's exports serve its importers.
      rolldownOptions: { input: entry, output, external: /^\/assets\//, preserveEntrySignatures: "strict" },
    },
  });
  if (!("output" in result)) throw new Error("Vite went on watching instead of building");
  const chunks = result.output.filter((chunk) => chunk.type === "chunk");
  const [first, ...parts] = chunks.toSorted((a, b) => Number(b.isEntry) - Number(a.isEntry));
  if (!first) throw new Error(`${entry} was built into nothing`);
  return [first, ...parts];
}
