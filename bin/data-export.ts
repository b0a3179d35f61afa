/**
 * `npm run data:export <folder>`: writes all rows and pictures to a new folder (docs/data.md), from
 * DATABASE_URL or from the embedded database of a stopped server. Read-only.
 */
import { resolve } from "node:path";
import { pino } from "pino";
import { openPhotoHost } from "../app/adapters/open-photo-host.server.ts";
import { readConfig } from "../app/config.server.ts";
import { exportData } from "./data/export-data.ts";
import { end, openExistingDatabase } from "./existing-database.ts";

const folder = process.argv[2];
if (!folder) end("Name a folder: npm run data:export <folder>");
const closing: (() => unknown)[] = [];
try {
  const config = readConfig();
  const { kysely, close, description: line } = await openExistingDatabase(config);
  closing.push(close);
  const photos = await openPhotoHost(config, resolve(config.dataDirectory), pino({ level: "warn" }), closing);
  process.stdout.write(`database   ${line}\nimages     ${photos.line}\n\n`);
  const { tables, pictures } = await exportData({ kysely, photoHost: photos.photoHost }, folder);
  for (const [table, { rows }] of Object.entries(tables)) {
    process.stdout.write(`${String(rows).padStart(9)}  ${table}\n`);
  }
  const megabytes = (pictures.bytes / 1e6).toFixed(1);
  process.stdout.write(`${String(pictures.count).padStart(9)}  pictures, ${megabytes} MB\n`);
  if (pictures.missing.length) {
    process.stdout.write(
      `\nThe host has no picture for ${pictures.missing.length} photos:\n${pictures.missing.join("\n")}\n`,
    );
  }
  process.stdout.write(
    `\nExported to ${folder}. There are addresses, photos and password hashes in it: keep it safe.\n`,
  );
} catch (error) {
  process.exitCode = 1;
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
} finally {
  for (const close of closing.reverse()) await close();
}
