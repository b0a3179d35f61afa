import { z } from "zod";

/** The observed processes of one product, by their file, and the number of adapter modules that they loaded. */
export interface Listened {
  processes: Record<string, number>;
  modules: number;
}

/** One line from tests/servers/loaded-modules.ts; a line without a URL marks the start of a process. */
const lineSchema = z.object({ pid: z.number(), process: z.string(), url: z.string().nullable() });

/**
 * The bundled database of countries serves hosted products too, unless they name a service, and the darkroom makes their
 * ID photos (decision 35).
 */
const embedded = /\/app\/adapters\/embedded\/(?!geolocation\/|darkroom\/)|\/node_modules\/(@electric-sql|bcryptjs)\//;
/** Only the children that look at photos or make them may load the neural nets' library. */
const nets = /\/node_modules\/(@techstark|onnxruntime-web)\//;
const looking = /^app\/adapters\/(sight|embedded\/darkroom)\/[a-z-]+-child\.server\.ts$/;

/** Hosted adapters that each process must have loaded. */
const allParts = ["database", "supabase", "cloudinary", "gemini", "paystack", "smtp"];
const expected: Record<string, string[]> = {
  "app/server/database/migrate.ts": ["database"],
  "app/server/http/server.ts": allParts,
  "app/transformations/running/worker.ts": allParts,
};

/**
 * Judges the modules loaded by one hosted product.
 * @throws when a process has loaded an embedded part, or one of the product's processes was not observed.
 */
export function hostedOnly(written: string): Listened {
  const lines = written
    .split("\n")
    .filter(Boolean)
    .map((line) => lineSchema.parse(JSON.parse(line)))
    .map((line) => ({ ...line, process: line.process.replace(/^.*\/(?=(app|bin)\/)/, "") }));
  const isWrong = ({ process, url }: (typeof lines)[number]) =>
    url !== null && (embedded.test(url) || (nets.test(url) && !looking.test(process)));
  const wrong = lines.filter(isWrong).map((line) => `${line.process}: ${line.url}`);
  if (wrong.length) throw new Error(`a hosted product loaded embedded parts:\n${[...new Set(wrong)].join("\n")}`);
  for (const [process, parts] of Object.entries(expected)) {
    const its = lines.filter((line) => line.process === process);
    const unheard = parts.filter((part) => !its.some(({ url }) => url?.includes(`/app/adapters/hosted/${part}/`)));
    if (unheard.length) throw new Error(`${process} was not heard to load ${unheard.join(", ")}`);
  }
  const begun = Map.groupBy(
    lines.filter(({ url }) => url === null),
    (line) => line.process,
  );
  return {
    processes: Object.fromEntries([...begun].map(([process, those]) => [process, those.length])),
    modules: lines.filter(({ url }) => url !== null).length,
  };
}
