import { displayName } from "../../photos/file-name.ts";
import { photoProblemMessages } from "../../photos/upload/photo-problems.ts";
import { readUploads } from "../../photos/upload/read-upload.server.ts";
import { uploadRefusal } from "../../photos/upload/receive-photo.server.ts";
import { type UploadParts, uploadPhoto } from "../../photos/upload/upload-photo.server.ts";
import { type RateLimiter, waitMessage } from "../../server/http/limits/limits.ts";
import type { Tool } from "../tool.ts";
import { addPhoto } from "./batch-draft.server.ts";
import { maxBatchPhotos } from "./limits.ts";
import { addingMessage, notAddedMessage, unreadMessage } from "./batch-messages.ts";

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

/** Saves each photo of a form by itself, at most ten; errors name the file. Photos saved before an error stay. */
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
