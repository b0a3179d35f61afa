import type { Database } from "../../server/database/database.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";

const limit = 5;

export function readRecentMatters(database: Database, memberId: string) {
  return database.asMember(memberId, async (sql) => {
    const payments = await sql
      .selectFrom("purchases")
      .select(["reference", "package_name", "status", "refunded_at", "created_at"])
      .where("user_id", "=", memberId)
      .orderBy("created_at", "desc")
      .limit(limit)
      .execute();
    const transformations = await sql
      .selectFrom("transformations")
      .select(["id", "original_name", "status", "created_at"])
      .where("user_id", "=", memberId)
      .orderBy("created_at", "desc")
      .orderBy("id", "desc")
      .limit(limit)
      .execute();
    return { payments, transformations, entitlements: await readEntitlements(sql, memberId) };
  });
}
