import type { Database } from "../../server/database/database.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";
import type { Answers, Tool } from "../tool.ts";

export interface ToolPreset {
  id: string;
  name: string;
  answers: Answers;
}

export function readPresets(
  database: Database,
  memberId: string,
  tool: Tool,
): Promise<{ usable: boolean; presets: ToolPreset[] }> {
  return database.asMember(memberId, async (sql) => {
    const rows = await sql
      .selectFrom("presets")
      .select(["id", "name", "answers"])
      .where("user_id", "=", memberId)
      .where("tool", "=", tool.id)
      .orderBy((row) => row.fn<string>("lower", ["name"]))
      .execute();
    if (!rows.length) return { usable: false, presets: [] };
    const presets = rows.map(({ answers, ...row }) => ({ ...row, answers: answers as Answers }));
    return { usable: (await readEntitlements(sql, memberId)).presets, presets };
  });
}
