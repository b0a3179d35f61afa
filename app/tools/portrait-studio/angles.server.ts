import type { Database } from "../../server/database/database.ts";
import type { Requesting } from "../../transformations/requesting/requesting.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";
import {
  type RequestAnswer,
  requestTransformation,
} from "../../transformations/requesting/request-transformation.server.ts";
import { optionName } from "../tool.ts";
import { extraAngles } from "./portrait-options.ts";
import { recipeFromAnotherAngle } from "./portrait-studio.server.ts";

interface AngleRequest {
  memberId: string;
  transformationId: string;
  angle: string;
  /** `Angles.nextKey`: makes a double submit one request. */
  key: string;
}

export type AngleAnswer =
  | RequestAnswer
  | { ok: false; problem: "not-found" }
  | { ok: false; problem: "refused"; message: string };

/**
 * Starts another angle of a finished portrait, named "<name> (<angle name>)" (docs/product/specification.md, "Portrait
 * Studio").
 */
export async function requestAngle(
  parts: Requesting & { database: Database },
  { memberId, transformationId, angle, key }: AngleRequest,
): Promise<AngleAnswer> {
  const { database, engine } = parts;
  const portrait = await readTransformation(database, memberId, transformationId);
  if (!portrait?.result || portrait.tool !== "portrait-studio") return { ok: false, problem: "not-found" };
  if (!portrait.originalPhotoId) return { ok: false, problem: "photo-missing" };
  if (!extraAngles.some(({ id }) => id === angle)) {
    return { ok: false, problem: "refused", message: "Please choose an angle." };
  }
  const recipe = recipeFromAnotherAngle(portrait.recipe, angle);
  if (!recipe) return { ok: false, problem: "refused", message: "An option of this portrait is no longer offered." };
  const message = engine.refuses(recipe);
  if (message) return { ok: false, problem: "refused", message };
  const { runningId, nextKey, usedKeys } = await readAngles(database, memberId, transformationId);
  if (runningId) return { ok: true, transformationId: runningId };
  return requestTransformation(parts, {
    memberId,
    recipe,
    name: `${baseName(portrait.name)} (${optionName(extraAngles, angle)})`,
    photoId: portrait.originalPhotoId,
    draftId: null,
    parentId: transformationId,
    idempotencyKey: usedKeys.includes(key) ? key : nextKey,
  });
}

function baseName(name: string): string {
  const suffix = extraAngles.map((option) => ` (${option.name})`).find((ending) => name.endsWith(ending));
  return suffix ? name.slice(0, -suffix.length) : name;
}

export interface Angles {
  /** Only one runs at a time. */
  runningId: string | null;
  /** Key of the next request; it changes only after a new angle. */
  nextKey: string;
  /** Keys that an older page may still send. */
  usedKeys: string[];
}

export async function readAngles(database: Database, memberId: string, parentId: string): Promise<Angles> {
  const rows = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("transformations")
      .select(["id", "status", "idempotency_key"])
      .where("user_id", "=", memberId)
      .where("parent_id", "=", parentId)
      .orderBy("created_at", "desc")
      .execute(),
  );
  return {
    runningId: rows.find(({ status }) => status === "processing")?.id ?? null,
    nextKey: `${parentId}.${rows[0]?.id ?? 0}`,
    usedKeys: rows.map((row) => row.idempotency_key),
  };
}
