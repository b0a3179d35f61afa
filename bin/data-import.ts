/**
 * `npm run data:import <folder>`: imports an export (docs/data.md) into the migrated, empty
 * database at DATABASE_URL and the configured photo host, then compares both. Safe to repeat.
 */
import { resolve } from "node:path";
import { pino } from "pino";
import { openDatabase } from "../app/adapters/open-database.server.ts";
import { openPhotoHost } from "../app/adapters/open-photo-host.server.ts";
import { grantQueue, openJobQueue } from "../app/transformations/running/transformation-worker.server.ts";
import { report } from "../app/gems/audit/audit-gems.server.ts";
import { runCommand } from "./command.ts";
import { importData } from "./data/import-data.ts";

const usage = "Name the folder of the export: npm run data:import <folder>";
await runCommand(usage, async ({ argument: folder, config, closing }) => {
  const log = pino({ level: "warn" });
  const opened = await openDatabase(config, config.dataDirectory, { silenceMs: null });
  const { kysely, queue: queueConnection, owner, close, description } = opened;
  closing.push(close);
  const photos = await openPhotoHost(config, resolve(config.dataDirectory), log, closing);
  const queue = await openJobQueue(queueConnection, log, { supervise: false });
  closing.push(queue.stop);
  await owner(grantQueue);
  process.stdout.write(`database   ${description}\nimages     ${photos.description}\n\n`);
  const { manifest, imported, pictures, findings } = await importData(
    { kysely, queue, photoHost: photos.photoHost },
    folder,
  );
  if (findings.some(({ violations }) => violations.length)) process.exitCode = 1;
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  return [
    imported ? `${rows} rows put in, each compared.` : "An earlier run had put all rows in; none was changed.",
    `${pictures.put} pictures put to the host, ${pictures.present} were there; each read back and compared.`,
    ...(pictures.skipped
      ? [`${pictures.skipped} pictures left out: their photos were deleted or renamed since the rows were put in.`]
      : []),
    `${manifest.pictures.missing.length} photos had no picture when they were exported.`,
    ...(imported
      ? [
          `${imported.requeued} transformations wait again, ${imported.returned} of them had waited over a day and gave their gems back.`,
        ]
      : []),
    `\n${report(findings)}`,
  ].join("\n");
});
