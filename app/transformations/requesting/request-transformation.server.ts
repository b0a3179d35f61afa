import { type Database, type Sql, foreignKeyViolation, hasSqlState } from "../../server/database/database.ts";
import { isRowId } from "../../photos/own-photo.server.ts";
import { type Addition, addTransformations, NotStarted, type StartRefusal } from "./add-transformations.server.ts";
import type { GenerationLimits } from "./limits.ts";
import type { TransformationQueue } from "../running/transformation-queue.ts";

export interface TransformationRequest extends Omit<Addition, "batch"> {
  memberId: string;
}

export type RequestAnswer =
  | { ok: true; transformationId: string }
  | ({ ok: false } & Exclude<StartRefusal, { problem: "not-entitled" }>);

interface Requesting {
  database: Database;
  queue: TransformationQueue;
  generationLimits: GenerationLimits;
}

/**
 * Inserts the row, holds the gem and queues the job in one transaction (docs/product/decisions.md, promise 1). A known
 * key answers the first transformation's id. `validate` runs first and may throw `NotStarted`.
 */
export async function requestTransformation(
  requesting: Requesting,
  { memberId, ...request }: TransformationRequest,
  validate: (sql: Sql) => Promise<void> = async () => {},
): Promise<RequestAnswer> {
  const buildAdditions = (sql: Sql) => validate(sql).then(() => [request]);
  const answer = await requestTransformations(requesting, memberId, [request.photoId], buildAdditions);
  if (!answer.ok) {
    if (answer.problem === "not-entitled") throw new Error("one transformation needs no entitlement");
    return answer;
  }
  const [started] = answer.ids;
  if (started) return { ok: true, transformationId: started };
  const earlier = await alreadyRequested(requesting.database, memberId, request.idempotencyKey);
  // Deleted since the first attempt: treat the request as new.
  return earlier
    ? { ok: true, transformationId: earlier.id }
    : requestTransformation(requesting, { memberId, ...request }, validate);
}

export type BatchAnswer = { ok: true; ids: string[] } | ({ ok: false } & StartRefusal);

/**
 * Starts several transformations, all or none; answers the new ids. `buildAdditions` runs first and may throw `NotStarted`.
 */
export async function requestTransformations(
  { database, ...adding }: Requesting,
  memberId: string,
  photoIds: readonly string[],
  buildAdditions: (sql: Sql) => Promise<readonly Addition[]>,
): Promise<BatchAnswer> {
  if (!(await ownOriginals(database, memberId, photoIds))) return { ok: false, problem: "photo-missing" };
  try {
    const ids = await database.asService(async (sql) =>
      addTransformations(sql, adding, memberId, await buildAdditions(sql)),
    );
    return { ok: true, ids };
  } catch (error) {
    if (error instanceof NotStarted) return { ok: false, ...error.refusal };
    if (hasSqlState(error, foreignKeyViolation)) return { ok: false, problem: "photo-missing" };
    throw error;
  }
}

async function ownOriginals(database: Database, memberId: string, photoIds: readonly string[]): Promise<boolean> {
  if (!photoIds.length || !photoIds.every(isRowId)) return false;
  const own = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("photos")
      .select("id")
      .where("id", "in", photoIds)
      .where("user_id", "=", memberId)
      .where("kind", "=", "original")
      .execute(),
  );
  return own.length === new Set(photoIds).size;
}

function alreadyRequested(database: Database, memberId: string, idempotencyKey: string) {
  return database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformations")
      .select("id")
      .where("user_id", "=", memberId)
      .where("idempotency_key", "=", idempotencyKey)
      .executeTakeFirst(),
  );
}
