/**
 * `npm run gems:evidence <reference>`: prints proof of delivery for a disputed payment (docs/runbook.md,
 * PhotogemChargeDisputed). It changes nothing. The embedded database needs a stopped server.
 */
import { readConfig } from "../app/config.server.ts";
import { purchaseEvidence } from "../app/gems/purchase-evidence.server.ts";
import { createDatabase } from "../app/server/database/kysely-database.server.ts";
import { end, openExistingDatabase } from "./existing-database.ts";

const reference = process.argv[2];
if (!reference) end("Usage: npm run gems:evidence <reference>");
try {
  const { kysely, close } = await openExistingDatabase(readConfig());
  const lines = await purchaseEvidence(createDatabase(kysely), reference).finally(close);
  if (!lines) end("There is no purchase with this reference.");
  process.stdout.write(`${lines.join("\n")}\n`);
} catch (error) {
  end(error instanceof Error ? error.message : String(error));
}
