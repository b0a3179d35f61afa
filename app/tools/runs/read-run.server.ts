import { recordSeen } from "../../transformations/notifications/done-notices.server.ts";
import type { Database } from "../../server/database/database.ts";
import type { Requesting } from "../../transformations/requesting/requesting.ts";
import { readShare } from "../../sharing/read-share.server.ts";
import { readOriginalRetention } from "../../transformations/original-retention.server.ts";
import { modelFor } from "../../transformations/image-generator.ts";
import {
  downloadLink,
  queuePosition,
  readTransformation,
  type Transformation,
} from "../../transformations/read-transformation.server.ts";
import { readLooks, type StoredLook } from "../../transformations/stored-looks.server.ts";
import { answersOf, firstUnanswered, withPresets } from "../answers.ts";
import { batchPath, choosePath } from "../batch/batch.ts";
import { whatWasMade } from "../catalogue.server.ts";
import { failureNotice } from "./failure-messages.ts";
import { type Draft, readDraft } from "../drafts/read-draft.server.ts";
import { adviseOnFaces, checkPhoto, type PhotoReading } from "../previews/read-photo.server.ts";
import { noPresets, readPresetChoice } from "../presets/preset-choice.server.ts";
import { readAngles } from "../portrait-studio/angles.server.ts";
import { stepsFor, stepUrl } from "../wizard/steps.ts";
import type { Tool } from "../tool.ts";

/** With its download link. */
export type DownloadableLook = Pick<StoredLook, "look" | "name" | "picture" | "chosen"> & { download: string };

type Engine = Requesting["engine"];
type DraftParts = PhotoReading & { engine: Engine };
interface ResultParts {
  database: Database;
  appUrl: string;
}

/**
 * Page data or a redirect; null for an unknown transformation. Without `fresh` the page is already open and may be
 * ahead of the saved answers, so the member is not sent back.
 */
export async function readRun(
  parts: DraftParts & ResultParts,
  memberId: string,
  tool: Tool,
  query: URLSearchParams,
  fresh: boolean,
) {
  const job = query.get("job");
  const run =
    job === null
      ? await beforeStart(parts, memberId, tool, query, fresh)
      : await afterStart(parts, memberId, tool, job, query);
  return run && { ...run, generative: parts.engine.model !== null };
}

async function beforeStart(parts: DraftParts, memberId: string, tool: Tool, query: URLSearchParams, fresh: boolean) {
  const { database, engine } = parts;
  const draft = await readDraft(database, memberId, tool, query.get("draft"));
  // Already paid, perhaps by a submit whose response was lost.
  if (draft?.startedId) return { to: `${tool.path}?job=${draft.startedId}` };
  if (draft?.batchId) return { to: batchPath(draft.batchId) };
  const lead = fresh ? leadTo(tool, draft, query) : null;
  if (lead) return { to: lead };
  const presets = query.has("step") ? noPresets : await readPresetChoice(database, memberId, tool, query, draft);
  if (presets === null) return null;
  if ("to" in presets) return { to: presets.to };
  const failed = await readTransformation(database, memberId, query.get("failed"));
  const failure = failed?.failure ? failureNotice(tool, failed.failure) : null;
  return {
    screen: "run" as const,
    path: tool.path,
    draft: await adviseOnFaces(parts, memberId, tool, draft),
    failure,
    checks: await checkPhoto(parts, memberId, tool.id, draft),
    ...(await photoRules(engine, tool, database, memberId)),
    ...presets,
  };
}

/** Redirects to the first open step when the URL's step is not reachable. */
function leadTo(tool: Tool, draft: Draft | null, query: URLSearchParams): string | null {
  const stepId = query.get("step");
  // A batch's photos are chosen on their own page.
  if (stepId === null) return draft?.photos.length ? choosePath(tool, draft.id) : null;
  if (!draft) return tool.path;
  const answers = withPresets(tool, draft.answers);
  const steps = stepsFor(tool, answers);
  const place = steps.findIndex(({ id }) => id === stepId);
  const open = firstUnanswered(tool, answers);
  if (place >= 0 && (!open || place <= steps.indexOf(open))) return null;
  return stepUrl(tool, draft.id, (open ?? steps.at(-1))?.id);
}

async function afterStart(parts: ResultParts, memberId: string, tool: Tool, job: string, query: URLSearchParams) {
  const { database } = parts;
  const transformation = await readTransformation(database, memberId, job);
  if (!transformation || transformation.tool !== tool.id) return null;
  await recordSeen(database, memberId, [transformation]);
  if (transformation.status === "failed") return { to: afterFailure(tool, transformation) };
  const answers = answersOf(transformation.recipe);
  const base = { path: tool.path, transformation, description: tool.describe(answers) };
  const { result } = transformation;
  if (!result && transformation.status === "completed") return { to: "/gallery", pictureGone: true };
  if (!result) {
    const before = await queuePosition(database, memberId, transformation);
    return { screen: "processing" as const, ...base, before };
  }
  const angles = tool.extraAngles ? await readAngles(database, memberId, job) : null;
  const angle = await readTransformation(database, memberId, query.get("angle") ?? angles?.runningId ?? null);
  if (angle) await recordSeen(database, memberId, [angle]);
  // The new angle replaces its source.
  if (angle?.parentId === job && angle.status === "completed")
    return { to: `${tool.path}?job=${angle.id}`, arrived: angle.id };
  const saved = (file: { url: string; mimeType: string }) =>
    downloadLink(file, transformation.name, tool.downloadLabel(answers));
  const looks = await readLooks(database, memberId, job);
  return {
    screen: "result" as const,
    ...base,
    result,
    made: whatWasMade(transformation.recipe),
    download: saved(result),
    looks: looks.map(({ look, name, picture, chosen, ...file }) => ({
      look,
      name,
      picture,
      chosen,
      download: saved(file),
    })),
    angle: angle?.parentId === job ? angle : null,
    share: await readShare(parts, memberId, job),
    angleKey: angles?.nextKey ?? "",
    originalFate: await readOriginalRetention(database, memberId, transformation),
  };
}

async function photoRules(engine: Engine, tool: Tool, database: Database, memberId: string) {
  const { name } = engine;
  const model = modelFor(engine, tool.id);
  const profile = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("profiles")
      .select(["keep_originals", "photos_sent_to"])
      .where("user_id", "=", memberId)
      .executeTakeFirst(),
  );
  const notice =
    model && profile?.photos_sent_to !== name
      ? `To make the picture, your photo is sent to ${model.company}. It is kept there for at most ${model.retentionDays} days, to detect abuse, and not used to train AI.`
      : null;
  return { retainsOriginals: profile?.keep_originals ?? false, notice };
}

/** Back to the tool's step with all choices; `unclear` leads to the subject box. */
function afterFailure(tool: Tool, { id, draftId, recipe, failure, parentId, batchId }: Transformation): string {
  if (batchId) return batchPath(batchId);
  if (parentId) return `${tool.path}?job=${parentId}&angle=${id}`;
  if (!draftId) return `${tool.path}?failed=${id}`;
  const steps = stepsFor(tool, answersOf(recipe));
  const drawn = steps.find((step) => step.questions.some(({ kind }) => kind === "subject-box"));
  const named = tool.failureReturnsTo.find((step) => steps.some((each) => each.id === step));
  return `${stepUrl(tool, draftId, failure === "unclear" ? drawn?.id : named)}&failed=${id}`;
}
