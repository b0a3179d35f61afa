import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import type { UploadProblem } from "../../photos/upload/receive-photo.server.ts";
import type { Upload } from "../../photos/upload/read-upload.server.ts";
import { uploadPhoto } from "../../photos/upload/upload-photo.server.ts";
import type { PhotoParts } from "../../photos/photo-parts.ts";
import type { Database } from "../../server/database/database.ts";
import type { Requesting } from "../../transformations/requesting/requesting.ts";
import type { Recipe } from "../../transformations/image-generator.ts";
import { readTransformation, type Transformation } from "../../transformations/read-transformation.server.ts";
import {
  type RequestAnswer,
  requestTransformation,
  transformationPrice,
} from "../../transformations/requesting/request-transformation.server.ts";
import { toolOf } from "../catalogue.ts";
import { historyName } from "../history-name.ts";

export interface ApiGeneration {
  memberId: string;
  recipe: Recipe;
  upload: Upload;
  /** The caller's `Idempotency-Key`. */
  key: string | null;
}

export type ApiStart =
  | RequestAnswer
  | { ok: false; problem: "photo"; photo: UploadProblem }
  | { ok: false; problem: "refused"; message: string };

export type StartParts = PhotoParts & Requesting;

/** Stores the photo and starts the job as the pages do (docs/product/decisions.md, "The generation routes"). */
export async function startByApi(
  parts: StartParts,
  { memberId, recipe, upload, key }: ApiGeneration,
): Promise<ApiStart> {
  const message = parts.engine.refuses(recipe);
  if (message) return { ok: false, problem: "refused", message };
  const call = key === null ? crypto.randomUUID() : uuidOf(memberId, key);
  const uploaded = await uploadPhoto(parts, { memberId, ...upload, uploadKey: call });
  if (!uploaded.ok) return { ok: false, problem: "photo", photo: uploaded.problem };
  const tool = toolOf(recipe.tool);
  return requestTransformation(parts, {
    memberId,
    recipe,
    name: tool ? historyName(tool, uploaded.name, recipe) : uploaded.name,
    photoId: uploaded.photoId,
    draftId: null,
    idempotencyKey: keyOf(call),
  });
}

export async function startedBefore(
  database: Database,
  memberId: string,
  key: string | null,
): Promise<{ id: string; recipe: Recipe } | "deleted" | null> {
  if (key === null) return null;
  const idempotencyKey = keyOf(uuidOf(memberId, key));
  return database.asMember(memberId, async (sql) => {
    const row = await sql
      .selectFrom("transformations")
      .select(["id", "recipe"])
      .where("user_id", "=", memberId)
      .where("idempotency_key", "=", idempotencyKey)
      .executeTakeFirst();
    if (row) return { id: row.id, recipe: row.recipe as Recipe };
    const deleted = await sql
      .selectFrom("deleted_requests")
      .select("user_id")
      .where("user_id", "=", memberId)
      .where("idempotency_key", "=", idempotencyKey)
      .executeTakeFirst();
    return deleted ? "deleted" : null;
  });
}

/** Saves reading the photo in vain; holding the gem decides. */
export async function canPay(database: Database, memberId: string): Promise<boolean> {
  const profile = await database.asMember(memberId, (sql) =>
    sql.selectFrom("profiles").select("coins").where("user_id", "=", memberId).executeTakeFirst(),
  );
  return (profile?.coins ?? 0) >= transformationPrice;
}

const pollEveryMs = 400;

/** Answers when the job ended, after `longestMs`, or when the caller left. Null when deleted meanwhile. */
export async function waitForEnd(
  database: Database,
  memberId: string,
  id: string,
  { longestMs, signal }: { longestMs: number; signal: AbortSignal },
): Promise<Transformation | null> {
  const until = performance.now() + longestMs;
  for (;;) {
    const now = await readTransformation(database, memberId, id);
    if (now?.status !== "processing" || performance.now() >= until || signal.aborted) return now;
    await pause(pollEveryMs);
  }
}

const keyOf = (call: string) => `api.${call}`;

/** A UUID per member and key. */
function uuidOf(memberId: string, key: string): string {
  const hex = createHash("sha256").update(`${memberId}\n${key}`).digest("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join("-");
}
