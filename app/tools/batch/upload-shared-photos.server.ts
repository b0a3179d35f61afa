import { randomUUID } from "node:crypto";
import { photoProblemMessages } from "../../photos/upload/photo-problems.ts";
import { readUploads, type SentFile } from "../../photos/upload/read-upload.server.ts";
import { uploadRefusal } from "../../photos/upload/receive-photo.server.ts";
import { startDraft } from "../drafts/draft.server.ts";
import { stepUrl } from "../wizard/steps.ts";
import { uploadDraftPhoto } from "../drafts/upload-draft-photo.server.ts";
import type { Tool } from "../tool.ts";
import { readPhotos } from "./batch-draft.server.ts";
import { choosePath } from "./batch-paths.ts";
import { batchNeedsPackage } from "./batch-messages.ts";
import { type BatchUploadParts, uploadBatchPhotos } from "./upload-batch-photos.server.ts";

interface SharedForm {
  memberId: string;
  tool: Tool;
  request: Request;
  field: string;
}

type SharedPhotosResult = { ok: true; to: string; message: string | null } | { ok: false; message: string };

/** Saves the first photo of a form as a single draft and says which package allows more. */
export async function uploadFirstPhoto(
  parts: BatchUploadParts,
  { memberId, tool, request, field }: SharedForm,
): Promise<SharedPhotosResult> {
  const files: SentFile[] = [];
  const whole = await readUploads(request, field, 1, async (file) => files.push(file) < 2);
  const [first, second] = files;
  if (!first?.ok) return { ok: false, message: photoProblemMessages[first?.problem ?? whole ?? "empty"] };
  const uploaded = await uploadDraftPhoto(parts, { memberId, tool, draftId: null, upload: first, firstAnswers: {} });
  if (!uploaded.ok) return { ok: false, message: uploadRefusal(uploaded.problem).message };
  return { ok: true, to: stepUrl(tool, uploaded.draftId, uploaded.step), message: second ? batchNeedsPackage : null };
}

export async function uploadSharedPhotos(
  parts: BatchUploadParts,
  { tool, memberId, ...form }: SharedForm,
): Promise<SharedPhotosResult> {
  const draftId = randomUUID();
  const { saved, problems } = await uploadBatchPhotos(parts, { memberId, tool, draftId, ...form });
  const message = summarizeProblems(problems);
  if (!saved) return { ok: false, message: message ?? photoProblemMessages.empty };
  const [only] = await readPhotos(parts.database, memberId, draftId);
  if (saved > 1 || message || !only) return { ok: true, to: choosePath(tool, draftId), message };
  const alone = await startDraft(parts.database, memberId, tool, { photoId: only.id, answers: {} });
  return { ok: true, to: stepUrl(tool, alone, tool.steps[0]?.id), message };
}

/** Bytes: a flash cookie holds 4096, and base64 makes four of three. */
const mostBytes = 2400;
const mostProblems = 5;

/** Joins messages, shortened for the flash cookie; null for none. */
export function summarizeProblems(problems: readonly string[]): string | null {
  const sentences: string[] = [];
  for (const problem of problems.slice(0, mostProblems)) {
    if (new TextEncoder().encode([...sentences, problem].join(" ")).byteLength > mostBytes) break;
    sentences.push(problem);
  }
  const more = problems.length - sentences.length;
  if (!more) return sentences.join(" ") || null;
  return sentences.length ? `${sentences.join(" ")} And ${more} more.` : "We couldn't add every photo.";
}
