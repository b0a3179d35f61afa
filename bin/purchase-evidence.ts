/**
 * `npm run gems:evidence <reference>`: prints proof of delivery for a disputed payment (docs/runbook.md,
 * PhotogemChargeDisputed). Changes nothing. The embedded database needs a stopped server.
 */
import { purchaseEvidence } from "../app/gems/purchase-evidence.server.ts";
import { createDatabase } from "../app/server/database/kysely-database.server.ts";
import { runCommand } from "./command.ts";

await runCommand("Usage: npm run gems:evidence <reference>", async ({ argument, open }) => {
  const { kysely } = await open();
  const lines = await purchaseEvidence(createDatabase(kysely), argument);
  if (!lines) throw new Error("There is no purchase with this reference.");
  return lines.join("\n");
});
