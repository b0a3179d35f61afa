import type { Database } from "../database/database.ts";
import { readTransformation } from "../transformations/read-transformation.server.ts";
import { startDraft } from "./draft.server.ts";
import { answersOf } from "./history-name.ts";
import type { Tool } from "./tool.ts";

/** A new draft with the photo and the choices of the member's own transformation; null when its photo is gone. */
export async function repeatRun(
  database: Database,
  memberId: string,
  tool: Tool,
  transformationId: string,
): Promise<string | null> {
  const earlier = await readTransformation(database, memberId, transformationId);
  const photoId = earlier?.originalPhotoId;
  if (!photoId || earlier.tool !== tool.id) return null;
  return startDraft(database, memberId, tool, { photoId, answers: answersOf(earlier.recipe) });
}
