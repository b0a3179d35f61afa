import type { Database } from "../../server/database/database.ts";
import type { Requesting } from "../../transformations/requesting/requesting.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";
import {
  type RequestAnswer,
  requestTransformation,
} from "../../transformations/requesting/request-transformation.server.ts";
import { optionName } from "../tool.ts";
import { readAngles } from "./read-angles.server.ts";
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
  if (!recipe) return { ok: false, problem: "refused", message: "An option of this portrait is not offered any more." };
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
