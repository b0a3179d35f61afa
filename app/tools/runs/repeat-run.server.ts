import type { Database } from "../../server/database/database.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";
import { startDraft } from "../drafts/draft.server.ts";
import { answersOf } from "../history-name.ts";
import type { Tool } from "../tool.ts";

export async function repeatRun(
  database: Database,
  memberId: string,
  tool: Tool,
  transformationId: string,
): Promise<{ draftId: string; hasPhoto: boolean } | null> {
  const earlier = await readTransformation(database, memberId, transformationId);
  if (earlier?.tool !== tool.id) return null;
  const photoId = earlier.originalPhotoId;
  const draftId = await startDraft(database, memberId, tool, { photoId, answers: answersOf(earlier.recipe) });
  return { draftId, hasPhoto: photoId !== null };
}
