import { randomUUID } from "node:crypto";
import { photoProblemMessages } from "../../photos/upload/photo-problems.ts";
import { readUploads, type SentFile } from "../../photos/upload/read-upload.server.ts";
import { uploadRefusal } from "../../photos/upload/receive-photo.server.ts";
import { startDraft } from "../drafts/draft.server.ts";
import { stepUrl } from "../wizard/steps.ts";
import { uploadDraftPhoto } from "../drafts/upload-draft-photo.server.ts";
import type { Tool } from "../tool.ts";
import { addPhoto, readPhotos } from "./batch-draft.server.ts";
import { choosePath, maxBatchPhotos } from "./batch.ts";
import { addingMessage, batchNeedsPackage, notAddedMessage, unreadMessage } from "./batch-messages.ts";
import { displayName } from "../../photos/file-name.ts";
import { type UploadParts, uploadPhoto } from "../../photos/upload/upload-photo.server.ts";
import { type RateLimiter, waitMessage } from "../../server/http/limits/limits.ts";

interface SentPhotos {
  memberId: string;
  tool: Tool;
  draftId: string;
  request: Request;
  field?: string;
}

export interface BatchUploadParts extends UploadParts {
  rateLimiter: RateLimiter;
}

/** Saves each photo of a form separately, at most ten; errors name the file. Photos saved before an error stay. */
export async function uploadBatchPhotos(
  parts: BatchUploadParts,
  { memberId, tool, draftId, request, field = "photos" }: SentPhotos,
): Promise<{ saved: number; problems: string[] }> {
  const problems: string[] = [];
  const extra: string[] = [];
  let saved = 0;
  const whole = await readUploads(request, field, maxBatchPhotos, async (file) => {
    const name = displayName(file.fileName);
    if (!file.ok) return refused(`${name}: ${photoProblemMessages[file.problem]}`);
    if (extra.length) return extra.push(name) < maxBatchPhotos;
    const wait = await parts.rateLimiter.take({ uploadByMember: memberId });
    if (wait) {
      problems.push(`${name}, and what came after it: ${waitMessage(wait)}`);
      return false;
    }
    const stored = await uploadPhoto(parts, { memberId, bytes: file.bytes, fileName: file.fileName });
    if (!stored.ok) return refused(`${name}: ${uploadRefusal(stored.problem).message}`);
    const added = await addPhoto(parts.database, memberId, tool, { draftId, photoId: stored.photoId });
    if (added.ok) saved += 1;
    else if (added.problem === "full") extra.push(name);
    else return refused(addingMessage(name, added));
    return true;
  });
  if (extra.length) problems.push(notAddedMessage(extra));
  if (whole) problems.push(whole === "empty" ? photoProblemMessages.empty : unreadMessage(whole, saved));
  return { saved, problems };

  function refused(problem: string): true {
    problems.push(problem);
    return true;
  }
}

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
