import type { Database, Sql } from "../../server/database/database.ts";
import { readEntitlements } from "../../gems/entitlements.server.ts";
import { mostPresets, type NameProblem, presetName, problemWithName } from "./preset-name.ts";
import { toolOf } from "../catalogue.ts";
import { answersOf } from "../answers.ts";
import { presetAnswers } from "./preset-run.ts";
import { isGuided } from "../wizard/steps.ts";
import type { Answers, Tool } from "../tool.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";

export type PresetSaving = { ok: true } | { ok: false; problem: NameProblem | "missing" | "not-bought" | "full" };

interface NewPreset {
  /** A finished transformation of the member. */
  transformationId: string | null;
  name: string;
}

/** Needs a package that includes presets; the number is limited. Repeatable. */
export async function savePreset(database: Database, memberId: string, requested: NewPreset): Promise<PresetSaving> {
  const recipe = await savableRecipe(database, memberId, requested.transformationId);
  if (!recipe) return { ok: false, problem: "missing" };
  const name = presetName(requested.name);
  const problem = problemWithName(name);
  if (problem) return { ok: false, problem };
  const preset = { name, tool: recipe.tool.id, answers: JSON.stringify(recipe.answers) };
  return database.asService(async (sql) => {
    await sql.selectFrom("profiles").select("user_id").where("user_id", "=", memberId).forUpdate().execute();
    if (!(await readEntitlements(sql, memberId)).presets) return { ok: false, problem: "not-bought" };
    const namesake = await findNamesake(sql, memberId, preset);
    if (namesake) return namesake.is_same ? { ok: true } : { ok: false, problem: "taken" };
    if ((await countOf(sql, memberId)) >= mostPresets) return { ok: false, problem: "full" };
    await sql
      .insertInto("presets")
      .values({ ...preset, user_id: memberId })
      .execute();
    return { ok: true };
  });
}

const findNamesake = (
  sql: Sql,
  memberId: string,
  { name, tool, answers }: Record<"name" | "tool" | "answers", string>,
) =>
  sql
    .selectFrom("presets")
    .select((row) =>
      row.and([row("tool", "=", tool), row("answers", "=", row.cast<string>(row.val(answers), "jsonb"))]).as("is_same"),
    )
    .where("user_id", "=", memberId)
    .where((row) => row(row.fn<string>("lower", ["name"]), "=", row.fn<string>("lower", [row.val(name)])))
    .executeTakeFirst();

async function countOf(sql: Sql, memberId: string): Promise<number> {
  const { count } = await sql
    .selectFrom("presets")
    .select((row) => row.fn.countAll<string>().as("count"))
    .where("user_id", "=", memberId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

interface SavableRecipe {
  transformationId: string;
  name: string;
  tool: Tool;
  answers: Answers;
}

/** Null for an unknown or unfinished transformation, and for a tool without choices to save. */
export async function savableRecipe(
  database: Database,
  memberId: string,
  transformationId: string | null,
): Promise<SavableRecipe | null> {
  const made = await readTransformation(database, memberId, transformationId);
  const tool = made?.status === "completed" ? toolOf(made.tool) : undefined;
  if (!made || !tool || !isGuided(tool)) return null;
  return { transformationId: made.id, name: made.name, tool, answers: presetAnswers(tool, answersOf(made.recipe)) };
}
