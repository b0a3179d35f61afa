import { randomUUID } from "node:crypto";
import { photoProblemMessages } from "../../photos/upload/photo-problems.ts";
import { uploadRefusal } from "../../photos/upload/upload-problems.server.ts";
import { readUploads, type SentFile } from "../../photos/upload/read-uploads.server.ts";
import type { Services } from "../../services.ts";
import { startDraft } from "../drafts/draft.server.ts";
import { stepUrl } from "../wizard/steps.ts";
import { takePhoto } from "../drafts/take-photo.server.ts";
import type { Tool } from "../tool.ts";
import { readPhotos } from "./batch-draft.server.ts";
import { choosePath } from "./batch-paths.ts";
import { batchNeedsPackage } from "./batch-messages.ts";
import { takePhotos } from "./take-photos.server.ts";
import { summarizeProblems } from "./summarize-problems.ts";

interface SharedForm {
  memberId: string;
  tool: Tool;
  request: Request;
  field: string;
}

type Taken = { ok: true; to: string; told: string | null } | { ok: false; message: string };
type Taking = Pick<Services, "database" | "photoHost" | "photoInspection" | "rateLimiter" | "log">;

/** Saves the first photo of a form as a single draft and says which package allows more. */
export async function takeFirstPhoto(services: Taking, { memberId, tool, request, field }: SharedForm): Promise<Taken> {
  const files: SentFile[] = [];
  const whole = await readUploads(request, field, 1, async (file) => files.push(file) < 2);
  const [first, second] = files;
  if (!first?.ok) return { ok: false, message: photoProblemMessages[first?.problem ?? whole ?? "empty"] };
  const reading = { ok: true, upload: first, fields: new FormData() } as const;
  const taken = await takePhoto(services, { memberId, tool, draftId: null, reading, begin: {} });
  if (!taken.ok) return { ok: false, message: uploadRefusal(taken.problem).message };
  return { ok: true, to: stepUrl(tool, taken.draftId, taken.step), told: second ? batchNeedsPackage : null };
}

export async function takeSharedPhotos(services: Taking, { tool, memberId, ...form }: SharedForm): Promise<Taken> {
  const draftId = randomUUID();
  const { kept, problems } = await takePhotos(services, { memberId, tool, draftId, ...form });
  const told = summarizeProblems(problems);
  if (!kept) return { ok: false, message: told ?? photoProblemMessages.empty };
  const [only] = await readPhotos(services.database, memberId, draftId);
  if (kept > 1 || told || !only) return { ok: true, to: choosePath(tool, draftId), told };
  const alone = await startDraft(services.database, memberId, tool, { photoId: only.id, answers: {} });
  return { ok: true, to: stepUrl(tool, alone, tool.steps[0]?.id), told };
}
