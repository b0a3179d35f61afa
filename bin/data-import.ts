/**
 * `npm run data:import <folder>`: imports an export (docs/data.md) into the migrated, empty
 * database at DATABASE_URL and the configured photo host, then compares both. Safe to repeat.
 */
import { resolve } from "node:path";
import { pino } from "pino";
import { openDatabase } from "../app/adapters/open-database.server.ts";
import { openPhotoHost } from "../app/adapters/open-photo-host.server.ts";
import { readConfig } from "../app/config.server.ts";
import { grantQueue, openJobQueue } from "../app/transformations/running/transformation-worker.server.ts";
import { report } from "./gem-audit-report.ts";
import { importData } from "./data/import-data.ts";
import { end } from "./existing-database.ts";

const folder = process.argv[2];
if (!folder) end("Name the folder of the export: npm run data:import <folder>");
const log = pino({ level: "warn" });
const closing: (() => unknown)[] = [];
try {
  const config = readConfig();
  const patience = { silenceMs: null };
  const open = await openDatabase(config, config.dataDirectory, patience);
  const { kysely, queue: queueConnection, owner, close, description: line } = open;
  closing.push(close);
  const photos = await openPhotoHost(config, resolve(config.dataDirectory), log, closing);
  const queue = await openJobQueue(queueConnection, log, { supervise: false });
  closing.push(queue.stop);
  await owner(grantQueue);
  process.stdout.write(`database   ${line}\nimages     ${photos.line}\n\n`);
  const outcome = await importData({ kysely, queue, photoHost: photos.photoHost }, folder);
  const rows = Object.values(outcome.manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  const lines = [
    outcome.imported ? `${rows} rows put in, each compared.` : "An earlier run had put all rows in; none was changed.",
    `${outcome.pictures.put} pictures put to the host, ${outcome.pictures.present} were there; each read back and compared.`,
    ...(outcome.pictures.skipped
      ? [
          `${outcome.pictures.skipped} pictures left out: their photos were deleted or renamed since the rows were put in.`,
        ]
      : []),
    `${outcome.manifest.pictures.missing.length} photos had no picture when they were exported.`,
    ...(outcome.imported
      ? [
          `${outcome.imported.requeued} transformations wait again, ${outcome.imported.returned} of them had waited over a day and gave their gems back.`,
        ]
      : []),
  ];
  process.stdout.write(`${lines.join("\n")}\n\n${report(outcome.findings)}\n`);
  if (outcome.findings.some(({ violations }) => violations.length)) process.exitCode = 1;
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
} finally {
  for (const close of closing.reverse()) await close();
}
