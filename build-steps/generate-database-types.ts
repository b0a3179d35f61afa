/** Writes app/server/database/types.ts from the migrated schema; `--check` only compares. */
import { readFile, writeFile } from "node:fs/promises";
import { generate, PostgresDialect } from "kysely-codegen";
import { openPgliteDatabase } from "../app/adapters/embedded/database/pglite-database.server.ts";

const file = new URL("../app/server/database/types.ts", import.meta.url).pathname;
const { kysely, close } = await openPgliteDatabase(null);
const generated = await generate({
  db: kysely as never,
  dialect: new PostgresDialect({}),
  outFile: null,
  includePattern: "public.*",
} as never);
await close();
// Removes the column comments, which the migrations contain.
const text = generated.replaceAll(/^ +\/\*\*\n +\* .*\n +\*\/\n/gm, "");
if (process.argv.includes("--check")) {
  if ((await readFile(file, "utf8")) !== text) {
    console.error("app/server/database/types.ts is stale: run npm run database:types");
    process.exit(1);
  }
} else {
  await writeFile(file, text);
  console.log(`wrote ${file}`);
}
