import type { Database } from "../../server/database/database.ts";
import type { Requesting } from "../../transformations/requesting/requesting.ts";
import {
  addTransformations,
  ownOriginals,
  type RequestAnswer,
  requestedBefore,
  startRefusal,
} from "../../transformations/requesting/request-transformation.server.ts";
import {
  type AnswerProblem,
  answersForSeveral,
  answersInForce,
  answersOf,
  historyName,
  problemsIn,
} from "../answers.ts";
import { toolRules } from "../catalogue.server.ts";
import { requestBatch } from "../batch/request-batch.server.ts";
import { isToolId } from "../tool-list.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import { stepsFor } from "../wizard/steps.ts";
import type { Answers, Tool } from "../tool.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";
import { startDraft } from "../drafts/draft.server.ts";

export type StartAnswer =
  | RequestAnswer
  /** Started as a batch. */
  | { ok: true; batchId: string }
  | { ok: false; problem: "not-entitled" }
  /** The draft's photos changed since the page was rendered. */
  | { ok: false; problem: "photos-changed" }
  /** A missing or contradicting answer on this step. */
  | { ok: false; problem: "answers"; step: string; problems: AnswerProblem[] };

interface StartRequest {
  memberId: string;
  tool: Tool;
  draft: Draft;
  answers: Answers;
  /** Makes a double submit one request. */
  key: string;
  /** Batch: the number that the page showed. */
  photos?: number;
}

/** Checks every answer again, then inserts rows, holds gems and queues jobs in one transaction. */
export async function startTransformation(
  parts: Requesting & { database: Database },
  request: StartRequest,
): Promise<StartAnswer> {
  const { memberId, tool, draft, answers: submitted, key, photos } = request;
  const answers = draft.photos.length ? answersForSeveral(tool, submitted) : submitted;
  for (const step of stepsFor(tool, answers)) {
    const problems = problemsIn(step, answers);
    if (problems.length) return { ok: false, problem: "answers", step: step.id, problems };
  }
  if (draft.startedId) return { ok: true, transformationId: draft.startedId };
  if (draft.batchId) return { ok: true, batchId: draft.batchId };
  if (!draft.photo) return { ok: false, problem: "photo-missing" };
  if (!isToolId(tool.id)) throw new Error(`no tool ${tool.id}`);
  const recipe = toolRules[tool.id].recipe.safeParse({ tool: tool.id, ...answersInForce(tool, answers) });
  const last = stepsFor(tool, answers).at(-1)?.id ?? "";
  if (!recipe.success) {
    // Only a foreign form causes this, but it still needs a message.
    const message = "These choices do not go together. Please choose again.";
    return { ok: false, problem: "answers", step: last, problems: [{ field: "choices", message }] };
  }
  const refusal = parts.engine.refuses(recipe.data);
  if (refusal) {
    return { ok: false, problem: "answers", step: last, problems: [{ field: "choices", message: refusal }] };
  }
  if (draft.photos.length) {
    if (photos !== draft.photos.length) return { ok: false, problem: "photos-changed" };
    const named = draft.photos.map((photo) => ({ ...photo, name: historyName(tool, photo.name, recipe.data) }));
    return requestBatch(parts, { memberId, draftId: draft.id, recipe: recipe.data, photos: named });
  }
  const { photo } = draft;
  const addition = {
    recipe: recipe.data,
    name: historyName(tool, photo.name, recipe.data),
    photoId: photo.id,
    draftId: draft.id,
    idempotencyKey: draft.usedKeys.includes(key) ? key : draft.idempotencyKey,
  };
  const { database } = parts;
  if (!(await ownOriginals(database, memberId, [photo.id]))) return { ok: false, problem: "photo-missing" };
  const answer = await database
    .asService(async (sql): Promise<StartAnswer | null> => {
      // Locked against a concurrent change of the photo (draft.server.ts).
      const current = await sql
        .selectFrom("drafts")
        .select("photo_id")
        .where("id", "=", draft.id)
        .where("user_id", "=", memberId)
        .forShare()
        .executeTakeFirst();
      // A deleted photo has its own error.
      if (current?.photo_id && current.photo_id !== photo.id) return { ok: false, problem: "photos-changed" };
      const [transformationId] = await addTransformations(sql, parts, memberId, [addition]);
      return transformationId ? { ok: true, transformationId } : null;
    })
    .catch(startRefusal);
  // Deleted since the first attempt: treat the request as new.
  return (
    answer ??
    (await requestedBefore(database, memberId, addition.idempotencyKey)) ??
    startTransformation(parts, request)
  );
}

export async function repeatRun(
  database: Database,
  memberId: string,
  tool: Tool,
  transformationId: string,
): Promise<{ draftId: string; hasPhoto: boolean } | null> {
  const earlier = await readTransformation(database, memberId, transformationId);
  if (earlier?.tool !== tool.id) return null;
  const photoId = earlier.originalPhotoId;
  const draftId = await startDraft(database, memberId, tool, { photoId, answers: answersOf(earlier.recipe) });
  return { draftId, hasPhoto: photoId !== null };
}
