import { memberContext } from "../../account/identity.ts";
import { fileNameSegment } from "../../photos/file-name.ts";
import { ownPhoto } from "../../photos/own-photo.server.ts";
import { photoHostContext } from "../../photos/photo-host.ts";
import { readDuringRename } from "../../photos/storing/rename-picture.server.ts";
import { databaseContext } from "../../server/database/database.ts";
import { readTransformation } from "../../transformations/read-transformation.server.ts";
import { answersOf } from "../answers.ts";
import type { Route } from "./+types/sheet.route";
import { documentOf } from "./documents.ts";
import { papers } from "./document-list.ts";
import { layOutSheet, sheetPdf } from "./print-sheet.ts";

/** `GET /id-photo/sheet?job=&paper=`: the result as many times as fit on the paper, for its owner. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const query = new URL(request.url).searchParams;
  const database = context.get(databaseContext);
  const member = context.get(memberContext);
  const made = await readTransformation(database, member.id, query.get("job"));
  const document = made?.tool === "id-photo" ? documentOf(answersOf(made.recipe)["document"]) : undefined;
  const paper = papers.find(({ id }) => id === query.get("paper"));
  const photoId = /^\/images\/([^/]+)\//.exec(made?.result?.url ?? "")?.[1];
  const row = () => (photoId ? ownPhoto(database, member.id, photoId) : Promise.resolve(null));
  const photo = document && paper ? await row() : null;
  const picture = photo && (await readDuringRename(photo, row, context.get(photoHostContext).read));
  if (!made?.result || !document || !paper || !picture || picture.mimeType !== "image/jpeg") {
    throw new Response("Not found", { status: 404 });
  }
  const { width, height } = made.result;
  const sheet = layOutSheet(document.size, paper);
  const pdf = sheetPdf({ bytes: picture.bytes, width, height }, document.size, sheet);
  return new Response(pdf, {
    headers: {
      "Content-Type": "application/pdf",
      "Content-Length": String(pdf.byteLength),
      "Content-Disposition": `attachment; filename="${fileNameSegment(made.name)}-${paper.id}.pdf"`,
      "Cache-Control": "private, no-store",
    },
  });
}
