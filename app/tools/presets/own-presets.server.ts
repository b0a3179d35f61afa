import { type Database, hasSqlState, uniqueViolation } from "../../server/database/database.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import type { Answers } from "../tool.ts";
import { type NameProblem, presetName, problemWithName } from "./preset-name.ts";

export interface OwnPreset {
  id: string;
  name: string;
  tool: string;
  /** The answers at the time of saving. */
  answers: Answers;
}

export function readOwnPresets(
  database: Database,
  memberId: string,
): Promise<{ usable: boolean; presets: OwnPreset[] }> {
  return database.asMember(memberId, async (sql) => {
    const rows = await sql
      .selectFrom("presets")
      .select(["id", "name", "tool", "answers"])
      .where("user_id", "=", memberId)
      .orderBy((row) => row.fn<string>("lower", ["name"]))
      .execute();
    const presets = rows.map(({ answers, ...row }) => ({ ...row, answers: answers as Answers }));
    return { usable: (await readEntitlements(sql, memberId)).presets, presets };
  });
}

export async function readPresetName(database: Database, memberId: string, id: string): Promise<string | null> {
  if (!isRowId(id)) return null;
  const row = await database.asMember(memberId, (sql) =>
    sql.selectFrom("presets").select("name").where("id", "=", id).where("user_id", "=", memberId).executeTakeFirst(),
  );
  return row?.name ?? null;
}

export type PresetRenaming = { ok: true } | { ok: false; problem: NameProblem | "missing" };

export async function renamePreset(
  database: Database,
  memberId: string,
  id: string,
  requestedName: string,
): Promise<PresetRenaming> {
  if (!isRowId(id)) return { ok: false, problem: "missing" };
  const name = presetName(requestedName);
  const problem = problemWithName(name);
  try {
    const { own } = await database.asMember(memberId, async (sql) => {
      const row = problem
        ? sql.selectFrom("presets").select("id").where("id", "=", id).where("user_id", "=", memberId)
        : sql.updateTable("presets").set({ name }).where("id", "=", id).where("user_id", "=", memberId).returning("id");
      return { own: await row.executeTakeFirst() };
    });
    if (!own) return { ok: false, problem: "missing" };
    return problem ? { ok: false, problem } : { ok: true };
  } catch (error) {
    if (hasSqlState(error, uniqueViolation)) return { ok: false, problem: "taken" };
    throw error;
  }
}

/** False for an unknown preset. */
export async function deletePreset(database: Database, memberId: string, id: string): Promise<boolean> {
  if (!isRowId(id)) return false;
  const deleted = await database.asMember(memberId, (sql) =>
    sql.deleteFrom("presets").where("id", "=", id).where("user_id", "=", memberId).executeTakeFirst(),
  );
  return deleted.numDeletedRows > 0;
}
