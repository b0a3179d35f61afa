import { neededNothing } from "../../transformations/ending/failures.ts";
import { downloadLink } from "../../transformations/read-transformation.server.ts";
import { toolOf } from "../catalogue.ts";
import { failureText } from "../runs/failure-messages.ts";
import { answersOf } from "../answers.ts";
import type { Calendar } from "../../ui/dates.ts";
import type { DownloadLabel } from "../../photos/file-name.ts";
import type { Batch, BatchPhoto } from "./read-batches.server.ts";

export const labelOf = (tool: string, photo: BatchPhoto): DownloadLabel =>
  toolOf(tool)?.downloadLabel(answersOf(photo.recipe)) ?? "gallery-download";

export function shownBatch(batch: Batch, calendar: Calendar) {
  const tool = toolOf(batch.tool);
  const [first] = batch.photos;
  return {
    id: batch.id,
    title: tool?.title ?? "A tool that is no longer offered",
    path: tool?.path ?? null,
    description: first && tool ? tool.describe(answersOf(first.recipe)) : "",
    date: calendar.moment(batch.createdAt),
    /** Failures whose original still exists. */
    retriable: batch.photos.flatMap(({ id, status, failure, originalId }) =>
      status === "failed" && originalId && !neededNothing(failure) ? [id] : [],
    ),
    photos: batch.photos.map((photo) => {
      const { id, name, status, progress, failure, original, originalId, result } = photo;
      return {
        id,
        name,
        status,
        progress,
        neededNothing: neededNothing(failure),
        remark: failure && remarkOn(failureText(batch.tool, failure), photo, calendar),
        picture: result?.picture ?? original,
        hasResult: result !== null,
        hasOriginal: originalId !== null,
        path: tool && (result || status === "processing") ? `${tool.path}?job=${id}` : null,
        download: result
          ? downloadLink(
              { url: `/images/${result.id}/full`, mimeType: result.mimeType },
              name,
              labelOf(batch.tool, photo),
            )
          : null,
      };
    }),
  };
}

function remarkOn(failure: string, photo: BatchPhoto, calendar: Calendar): string {
  const { gemsUsed, originalId, originalDeletedAt } = photo;
  const returned = gemsUsed === 0 && !neededNothing(photo.failure);
  return [
    failure.endsWith(".") ? failure : `${failure}.`,
    ...(returned ? ["Your gem is back."] : []),
    ...(originalDeletedAt ? [`Its photo was deleted on ${calendar.date(originalDeletedAt)}, as promised.`] : []),
    ...(originalId || originalDeletedAt ? [] : ["Its photo was deleted."]),
  ].join(" ");
}

export type ShownBatch = ReturnType<typeof shownBatch>;
export type ShownPhoto = ShownBatch["photos"][number];
