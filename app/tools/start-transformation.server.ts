import type { Services } from "../services.ts";
import { type RequestAnswer, requestTransformation } from "../transformations/request-transformation.server.ts";
import { answersInForce, type AnswerProblem, problemsIn } from "./answers.ts";
import { toolRules } from "./catalogue.server.ts";
import { isToolId } from "./tool-list.ts";
import type { Draft } from "./read-draft.server.ts";
import { historyName } from "./history-name.ts";
import { stepsFor } from "./steps.ts";
import type { Answers, Tool } from "./tool.ts";

export type StartAnswer =
  | RequestAnswer
  /** An answer is missing or contradicts another one, on the step named. */
  | { ok: false; problem: "answers"; step: string; problems: AnswerProblem[] };

/**
 * Spends the gem on a draft: every answer is checked again, then row, hold and job come into being together. `key` is
 * the press's own; pressing twice starts one transformation.
 */
export async function startTransformation(
  services: Pick<Services, "database" | "queue" | "engine" | "generationLimits">,
  {
    memberId,
    tool,
    draft,
    answers,
    key,
  }: { memberId: string; tool: Tool; draft: Draft; answers: Answers; key: string },
): Promise<StartAnswer> {
  for (const step of stepsFor(tool, answers)) {
    const problems = problemsIn(step, answers);
    if (problems.length) return { ok: false, problem: "answers", step: step.id, problems };
  }
  if (draft.startedId) return { ok: true, transformationId: draft.startedId };
  if (!draft.photo) return { ok: false, problem: "photo-missing" };
  if (!isToolId(tool.id)) throw new Error(`no tool ${tool.id}`);
  const recipe = toolRules[tool.id].recipe.safeParse({ tool: tool.id, ...answersInForce(tool, answers) });
  const last = stepsFor(tool, answers).at(-1)?.id ?? "";
  if (!recipe.success) {
    // The pages' own rules found nothing, so this is no form of ours; the person is still told, where it can be mended.
    const message = "These choices do not go together. Please choose again.";
    return { ok: false, problem: "answers", step: last, problems: [{ field: "choices", message }] };
  }
  const refusal = services.engine.refuses(recipe.data);
  if (refusal) {
    return { ok: false, problem: "answers", step: last, problems: [{ field: "choices", message: refusal }] };
  }
  return requestTransformation(services, {
    memberId,
    recipe: recipe.data,
    name: historyName(tool, draft.photo.name, recipe.data),
    photoId: draft.photo.id,
    draftId: draft.id,
    idempotencyKey: draft.usedKeys.includes(key) ? key : draft.idempotencyKey,
  });
}
