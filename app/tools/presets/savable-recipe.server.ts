import type { Database } from "../../server/database/database.ts";
import { toolOf } from "../catalogue.ts";
import { answersOf } from "../history-name.ts";
import { presetAnswers } from "./preset-run.ts";
import { isGuided } from "../wizard/steps.ts";
import type { Answers, Tool } from "../tool.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";

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
