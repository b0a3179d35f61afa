import type { ActionFunctionArgs } from "react-router";
import { isDeepStrictEqual } from "node:util";
import type { Upload } from "../../photos/upload/read-upload.server.ts";
import { receivePhoto, type UploadProblem } from "../../photos/upload/receive-photo.server.ts";
import { createMemberSlots } from "../../server/http/bodies/slots.ts";
import { refusalText } from "../../transformations/requesting/limits.ts";
import { type Failure, neededNothing } from "../../transformations/ending/failures.ts";
import type { Recipe } from "../../transformations/image-generator.ts";
import { readTransformation, type Transformation } from "../../transformations/read-transformation.server.ts";
import { failureText } from "../runs/failure-messages.ts";
import type { FieldsReading } from "./read-fields.server.ts";
import { apiAction, refuse } from "../../account/member-action.server.ts";
import { rateLimiterContext } from "../../server/http/limits/limits.ts";
import { type Requesting, requestingContext } from "../../transformations/requesting/requesting.ts";
import { clientAddressContext } from "../../server/http/site.ts";
import { photoParts, type PhotoParts } from "../../photos/photo-parts.ts";
import { createHash } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { uploadPhoto } from "../../photos/upload/upload-photo.server.ts";
import type { Database } from "../../server/database/database.ts";
import {
  type RequestAnswer,
  requestTransformation,
  transformationPrice,
} from "../../transformations/requesting/request-transformation.server.ts";
import { toolOf } from "../catalogue.ts";
import { historyName } from "../answers.ts";

/** Later the response is 202 with the job's address (docs/product/decisions.md, "The generation routes"). */
const longestMs = 60_000;

/** Each wait polls the database. */
const waits = createMemberSlots({ perMember: 4, inAll: 100 });

/** Every failure returns the gem. */
const failureStatus: Record<Failure, number> = {
  blocked: 422,
  "personal-data": 422,
  "too-similar": 422,
  rejected: 422,
  unclear: 422,
  "no-gain": 422,
  "face-lost": 502,
  cancelled: 409,
  empty: 502,
  failed: 502,
  busy: 503,
  exhausted: 503,
  timeout: 504,
};

/**
 * Answers a generation route (docs/product/specification.md, "HTTP API"): `{ images: [{ enhanced_url }] }`, or 202 `{
 * id, status, location }`; errors are `{ error, details? }`. `read` builds the recipe from the form.
 */
export const generationAction = (read: (form: FormData) => FieldsReading) =>
  apiAction({ method: "POST", limit: "startByMember" }, async ({ request, context }: ActionFunctionArgs, member) => {
    const parts = { ...photoParts(context), ...context.get(requestingContext) };
    const { database } = parts;
    const key = request.headers.get("Idempotency-Key");
    if (key !== null && !/^[\x21-\x7e]{8,200}$/.test(key)) return refuse(400, "The Idempotency-Key is not valid.");

    const earlier = await startedBefore(database, member.id, key);
    if (earlier === "deleted") return deletedResponse();
    if (!earlier && !(await canPay(database, member.id))) return noGems();
    const arrival = {
      request,
      memberId: member.id,
      clientAddress: context.get(clientAddressContext),
      rateLimiter: context.get(rateLimiterContext),
    };
    const started = await receivePhoto(arrival, (upload, form) =>
      start(parts, { memberId: member.id, key, earlier, read }, upload, form),
    );
    if (started instanceof Response) return started;
    if (!started.ok) return refuse(started.status, started.message, started.headers);
    // Without a slot, return the current state.
    const place = waits.take(member.id);
    const waiting = { longestMs: place ? longestMs : 0, signal: request.signal };
    const now = await waitForEnd(database, member.id, started.id, waiting).finally(() => place?.free());
    return now ? answerOf(now) : refuse(404, "Not found");
  });

interface Start {
  memberId: string;
  key: string | null;
  earlier: { id: string; recipe: Recipe } | null;
  read: (form: FormData) => FieldsReading;
}

async function start(
  parts: StartParts,
  { memberId, key, earlier, read }: Start,
  upload: Upload,
  form: FormData,
): Promise<{ ok: true; id: string } | { ok: false; problem: UploadProblem } | Response> {
  if (form.get("userId") !== memberId) return refuse(403, "The userId is not the signed-in user's");
  const fields = read(form);
  if (!fields.ok) return refuse(422, "The request cannot be carried out as it is", {}, fields.details);
  if (earlier) {
    const same = isDeepStrictEqual({ ...earlier.recipe }, { ...fields.recipe });
    if (!same) return refuse(422, "The Idempotency-Key was used for another request");
    return { ok: true, id: earlier.id };
  }
  const answer = await startByApi(parts, { memberId, recipe: fields.recipe, upload, key });
  if (answer.ok) return { ok: true, id: answer.transformationId };
  switch (answer.problem) {
    case "insufficient-gems":
      return noGems();
    case "limited": {
      const wait = { "Retry-After": String(answer.refusal.waitSeconds) };
      return refuse(429, refusalText(answer.refusal), wait, answer.refusal.limit);
    }
    case "photo-missing":
      return deletedResponse();
    case "refused":
      return refuse(422, answer.message);
    case "photo":
      return { ok: false, problem: answer.photo };
  }
}

function answerOf({ id, status, tool, failure, result }: Transformation): Response {
  if (result) return Response.json({ images: [{ enhanced_url: result.url }] });
  if (failure) {
    const details = neededNothing(failure) ? undefined : "Your gem was returned.";
    return refuse(failureStatus[failure], failureText(tool, failure), {}, details);
  }
  if (status === "completed") return deletedResponse();
  const location = `/api/transformations/${id}`;
  return Response.json({ id, status, location }, { status: 202, headers: { Location: location } });
}

const deletedResponse = () => refuse(410, "This transformation, or its picture, was deleted");

const noGems = () => refuse(402, "You need at least 1 gem to transform a photo.");

export interface ApiGeneration {
  memberId: string;
  recipe: Recipe;
  upload: Upload;
  key: string | null;
}

export type ApiStart =
  | RequestAnswer
  | { ok: false; problem: "photo"; photo: UploadProblem }
  | { ok: false; problem: "refused"; message: string };

export type StartParts = PhotoParts & Requesting;

/** Stores the photo and starts the job as the pages do (docs/product/decisions.md, "The generation routes"). */
async function startByApi(parts: StartParts, { memberId, recipe, upload, key }: ApiGeneration): Promise<ApiStart> {
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

async function startedBefore(
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

/** Avoids reading the photo in vain; the held gem decides. */
async function canPay(database: Database, memberId: string): Promise<boolean> {
  const profile = await database.asMember(memberId, (sql) =>
    sql.selectFrom("profiles").select("coins").where("user_id", "=", memberId).executeTakeFirst(),
  );
  return (profile?.coins ?? 0) >= transformationPrice;
}

const pollEveryMs = 400;

/** Resolves when the job ended, after `longestMs`, or when the caller left. Null when the job was deleted. */
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
