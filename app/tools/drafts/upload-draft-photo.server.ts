import type { Upload } from "../../photos/upload/read-upload.server.ts";
import type { UploadProblem } from "../../photos/upload/receive-photo.server.ts";
import { uploadPhoto, type UploadParts } from "../../photos/upload/upload-photo.server.ts";
import { firstUnanswered, withPresets } from "../answers.ts";
import { attachPhoto, saveDraft, startDraft } from "./draft.server.ts";
import type { PresetRun } from "../presets/preset-run.ts";
import { readDraft } from "./read-draft.server.ts";
import type { Answers, Tool } from "../tool.ts";

interface PhotoForDraft {
  memberId: string;
  tool: Tool;
  draftId: string | null;
  upload: Upload;
  firstAnswers: Answers;
  /** Applied to new and existing drafts. */
  preset?: PresetRun | null;
}

export type DraftPhotoResult =
  | { ok: true; draftId: string; step: string | null }
  | { ok: false; problem: UploadProblem };

/** Stores an uploaded photo in its draft and returns the next step. */
export async function uploadDraftPhoto(
  parts: UploadParts,
  { memberId, tool, draftId, upload, firstAnswers, preset }: PhotoForDraft,
): Promise<DraftPhotoResult> {
  const stored = await uploadPhoto(parts, { memberId, ...upload });
  if (!stored.ok) return stored;
  const { database } = parts;
  const { photoId } = stored;
  const draft = await readDraft(database, memberId, tool, draftId);
  const isOpen = draft && !draft.startedId && !draft.batchId && !draft.photos.length;
  if (isOpen && (await attachPhoto(database, memberId, draft.id, photoId))) {
    if (preset) {
      await saveDraft(database, memberId, tool, { draftId: draft.id, answers: preset.answers });
      return { ok: true, draftId: draft.id, step: preset.step };
    }
    const next = firstUnanswered(tool, withPresets(tool, draft.answers)) ?? tool.steps.at(-1);
    return { ok: true, draftId: draft.id, step: next?.id ?? null };
  }
  const answers = preset?.answers ?? draft?.answers ?? firstAnswers;
  const newDraftId = await startDraft(database, memberId, tool, { photoId, answers });
  return { ok: true, draftId: newDraftId, step: preset ? preset.step : (tool.steps[0]?.id ?? null) };
}
