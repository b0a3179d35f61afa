import { writeFileSync } from "node:fs";
import { makeNewDatabase } from "../app/adapters/embedded/database/pglite-database.server.ts";
import { buildStamp, stampFile } from "./build-stamp.ts";

await makeNewDatabase();
writeFileSync(stampFile, buildStamp());
