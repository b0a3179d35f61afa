import type { Database } from "../../server/database/database.ts";
import type { Report } from "./report-schema.server.ts";

export async function storeReport(
  database: Database,
  { id, token }: { id: string; token: string },
  { reason, details, email }: Report,
): Promise<void> {
  await database.asService((sql) =>
    sql
      .insertInto("share_reports")
      .values({ share_id: id, token, reason, details: details || null, reply_to: email ?? null })
      .execute(),
  );
}
