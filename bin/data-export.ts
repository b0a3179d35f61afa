/**
 * `npm run data:export <folder>`: writes all rows and pictures to a new folder (docs/data.md), from
 * DATABASE_URL or from the embedded database of a stopped server. Read-only.
 */
import { resolve } from "node:path";
import { pino } from "pino";
import { openPhotoHost } from "../app/adapters/open-photo-host.server.ts";
import { runCommand } from "./command.ts";
import { exportData } from "./data/export-data.ts";

await runCommand("Name a folder: npm run data:export <folder>", async ({ argument: folder, config, closing, open }) => {
  const { kysely, description } = await open();
  const photos = await openPhotoHost(config, resolve(config.dataDirectory), pino({ level: "warn" }), closing);
  process.stdout.write(`database   ${description}\nimages     ${photos.description}\n\n`);
  const { tables, pictures } = await exportData({ kysely, photoHost: photos.photoHost }, folder);
  const { missing } = pictures;
  return [
    ...Object.entries(tables).map(([table, { rows }]) => `${String(rows).padStart(9)}  ${table}`),
    `${String(pictures.count).padStart(9)}  pictures, ${(pictures.bytes / 1e6).toFixed(1)} MB`,
    ...(missing.length ? [`\nThe host has no picture for ${missing.length} photos:`, ...missing] : []),
    `\nExported to ${folder}. There are addresses, photos and password hashes in it: keep it safe.`,
  ].join("\n");
});
