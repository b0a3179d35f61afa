import { redirect } from "react-router";
import { memberContext } from "../account/identity.ts";
import { answerPacked } from "../tools/batch/packed-results.server.ts";
import { databaseContext } from "../server/database/database.ts";
import { flashContext } from "../server/http/flash.server.ts";
import { safePath } from "../server/http/next-path.ts";
import type { Route } from "./+types/download-selected.route";
import { maxSelected, readSelected, selectedIds } from "./gallery-item.server.ts";

/** `GET /gallery/download?id=…&id=…`: sends the selected results as one zip, or redirects back with the reason. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { searchParams } = new URL(request.url);
  const memberId = context.get(memberContext).id;
  const ids = selectedIds(searchParams);
  const back = safePath(searchParams.get("next"), "/gallery");
  const refuse = (text: string) => {
    context.get(flashContext).leave({ kind: "error", title: "Download failed", text });
    return redirect(back);
  };
  if (ids.length > maxSelected) return refuse(`Please select at most ${maxSelected} at once.`);
  const selected = await readSelected(context.get(databaseContext), memberId, ids);
  const results = selected.flatMap(({ name, photo_id, public_id, renaming_to, bytes, mime_type, created_at }) =>
    photo_id && public_id && bytes !== null && created_at
      ? [
          {
            id: photo_id,
            public_id,
            renaming_to,
            name,
            label: "gallery-download" as const,
            bytes,
            mimeType: mime_type ?? "image/jpeg",
            createdAt: created_at,
          },
        ]
      : [],
  );
  if (!results.length) {
    return refuse(ids.length ? "The selected transformations have no result." : "Please select one or more first.");
  }
  const name = `photogem gallery ${new Date().toISOString().slice(0, 10)}`;
  return answerPacked(request, context, memberId, { name, results }, back);
}
