import { answerPacked } from "./packed-results.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { memberContext } from "../../account/identity.ts";
import type { Route } from "./+types/batch-download.route";
import { batchPath } from "./batch.ts";
import { readBatch } from "./read-batches.server.ts";
import { labelOf } from "./shown-batch.server.ts";

/** `GET /batches/<id>/download`: finished results as one zip of numbered files; 404 without any. */
export async function loader({ request, params, context }: Route.LoaderArgs) {
  const memberId = context.get(memberContext).id;
  const batch = await readBatch(context.get(databaseContext), memberId, params.batchId);
  const results =
    batch?.photos.flatMap((photo) =>
      photo.result ? [{ ...photo.result, name: photo.name, label: labelOf(batch.tool, photo) }] : [],
    ) ?? [];
  if (!batch || !results.length) throw new Response("Not found", { status: 404 });
  const name = `photogem ${batch.tool} ${batch.createdAt.toISOString().slice(0, 10)}`;
  return answerPacked(request, context, memberId, { name, results }, batchPath(batch.id));
}
