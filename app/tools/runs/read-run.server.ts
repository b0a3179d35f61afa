import { noteSeen } from "../../transformations/notifications/note-seen.server.ts";
import type { Services } from "../../services.ts";
import { readShare } from "../../sharing/read-share.server.ts";
import { readOriginalRetention } from "../../transformations/original-retention.server.ts";
import { queuePosition } from "../../transformations/requesting/queue-position.server.ts";
import {
  downloadLink,
  readTransformation,
  type Transformation,
} from "../../transformations/read-transformation.server.ts";
import { readLooks, type StoredLook } from "../../transformations/stored-looks.server.ts";
import { firstUnanswered, withPresets } from "../answers.ts";
import { batchPath, choosePath } from "../batch/batch-paths.ts";
import { failureNotice } from "./failure-messages.ts";
import { type Draft, readDraft } from "../drafts/read-draft.server.ts";
import { answersOf } from "../history-name.ts";
import { adviseOnFaces } from "../previews/advise-on-faces.server.ts";
import { noPresets, readPresetChoice } from "../presets/preset-choice.server.ts";
import { readAngles } from "../portrait-studio/read-angles.server.ts";
import { stepsFor, stepUrl } from "../wizard/steps.ts";
import type { Tool } from "../tool.ts";

/** One of a result's looks, and the link that saves it as a file. */
export type DownloadableLook = Pick<StoredLook, "look" | "name" | "picture" | "chosen"> & { download: string };

/**
 * What a tool's page shows, or where it leads; null for a transformation that is none of this member's. A page that is
 * there already (not `fresh`) knows its answers before they are saved: it is never sent back to an earlier step.
 */
export async function readRun(
  services: Pick<Services, "database" | "engine" | "appUrl" | "photoHost" | "photoSight">,
  memberId: string,
  tool: Tool,
  query: URLSearchParams,
  fresh: boolean,
) {
  const job = query.get("job");
  return job === null
    ? beforeStart(services, memberId, tool, query, fresh)
    : afterStart(services, memberId, tool, job, query);
}

async function beforeStart(
  services: Pick<Services, "database" | "engine" | "photoHost" | "photoSight">,
  memberId: string,
  tool: Tool,
  query: URLSearchParams,
  fresh: boolean,
) {
  const { database, engine } = services;
  const draft = await readDraft(database, memberId, tool, query.get("draft"));
  // Paid for already, perhaps by a press whose answer was lost: what it became is shown instead of the button.
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
    draft: await adviseOnFaces(services, memberId, tool, draft),
    failure,
    generative: engine.model !== null,
    ...(await photoRules(engine, database, memberId)),
    ...presets,
  };
}

/** A step that does not apply, or comes after one that is not answered yet, leads to the one that is next. */
function leadTo(tool: Tool, draft: Draft | null, query: URLSearchParams): string | null {
  const asked = query.get("step");
  // The photos of a run over several are chosen on a page of its own.
  if (asked === null) return draft?.photos.length ? choosePath(tool, draft.id) : null;
  if (!draft) return tool.path;
  const answers = withPresets(tool, draft.answers);
  const steps = stepsFor(tool, answers);
  const place = steps.findIndex(({ id }) => id === asked);
  const open = firstUnanswered(tool, answers);
  if (place >= 0 && (!open || place <= steps.indexOf(open))) return null;
  return stepUrl(tool, draft.id, (open ?? steps.at(-1))?.id);
}

async function afterStart(
  services: Pick<Services, "database" | "appUrl">,
  memberId: string,
  tool: Tool,
  job: string,
  query: URLSearchParams,
) {
  const { database } = services;
  const transformation = await readTransformation(database, memberId, job);
  if (!transformation || transformation.tool !== tool.id) return null;
  await noteSeen(database, memberId, [transformation]);
  if (transformation.status === "failed") return { to: afterFailure(tool, transformation) };
  const answers = answersOf(transformation.recipe);
  const shown = { path: tool.path, transformation, inWords: tool.inWords(answers) };
  const { result } = transformation;
  if (!result && transformation.status === "completed") return { to: "/gallery", pictureGone: true };
  if (!result) {
    const before = await queuePosition(database, memberId, transformation);
    return { screen: "processing" as const, ...shown, before };
  }
  const angles = tool.extraAngles ? await readAngles(database, memberId, job) : null;
  const angle = await readTransformation(database, memberId, query.get("angle") ?? angles?.runningId ?? null);
  if (angle) await noteSeen(database, memberId, [angle]);
  // The new result takes the place of the one it came from.
  if (angle?.parentId === job && angle.status === "completed")
    return { to: `${tool.path}?job=${angle.id}`, arrived: angle.id };
  const saved = (file: { url: string; mimeType: string }) =>
    downloadLink(file, transformation.name, tool.downloadLabel(answers));
  const looks = await readLooks(database, memberId, job);
  return {
    screen: "result" as const,
    ...shown,
    result,
    download: saved(result),
    looks: looks.map(({ look, name, picture, chosen, ...file }) => ({
      look,
      name,
      picture,
      chosen,
      download: saved(file),
    })),
    angle: angle?.parentId === job ? angle : null,
    share: await readShare(services, memberId, job),
    angleKey: angles?.nextKey ?? "",
    originalFate: await readOriginalRetention(database, memberId, transformation),
  };
}

/**
 * What is said of the photo before it is used: whether its owner keeps originals; and who gets it and for how long,
 * until a first one has gone there (docs/product/decisions.md, "Accounts and texts"), null for an engine on our own
 * server.
 */
async function photoRules({ name, model }: Services["engine"], database: Services["database"], memberId: string) {
  const profile = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("profiles")
      .select(["keep_originals", "photos_sent_to"])
      .where("user_id", "=", memberId)
      .executeTakeFirst(),
  );
  const notice =
    model && profile?.photos_sent_to !== name
      ? `To make the picture, your photo is sent to ${model.company}. It is kept there for at most ${model.keptDays} days, to detect abuse, and not used to train AI.`
      : null;
  return { keepsOriginals: profile?.keep_originals ?? false, notice };
}

/** Back to the step the tool names, with every choice kept; a subject that was not found, to where it is drawn. */
function afterFailure(tool: Tool, { id, draftId, recipe, failure, parentId, batchId }: Transformation): string {
  if (batchId) return batchPath(batchId);
  if (parentId) return `${tool.path}?job=${parentId}&angle=${id}`;
  if (!draftId) return `${tool.path}?failed=${id}`;
  const steps = stepsFor(tool, answersOf(recipe));
  const drawn = steps.find((step) => step.questions.some(({ kind }) => kind === "subject-box"));
  const named = tool.failureReturnsTo.find((step) => steps.some((each) => each.id === step));
  return `${stepUrl(tool, draftId, failure === "unclear" ? drawn?.id : named)}&failed=${id}`;
}
