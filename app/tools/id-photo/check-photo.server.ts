import { ownPhoto } from "../../photos/own-photo.server.ts";
import { readDuringRename } from "../../photos/storing/rename-picture.server.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import type { PhotoReading } from "../previews/read-preview.server.ts";
import { judgePortrait, type Verdict } from "./verdicts.ts";

/** Ms; the page asks again for later measures. */
const patienceMs = 2000;

/** Null for other tools, batches, and while the photo is measured. Never refuses a photo. */
export async function checkPhoto(
  { database, photoHost, photoSight }: PhotoReading,
  memberId: string,
  toolId: string,
  draft: Draft | null,
): Promise<Verdict[] | null> {
  if (toolId !== "id-photo" || !draft?.photo || !photoSight || draft.photos.length > 0) return null;
  const { id } = draft.photo;
  const read = async () => {
    const row = () => ownPhoto(database, memberId, id);
    const photo = await row();
    return photo ? ((await readDuringRename(photo, row, (publicId) => photoHost.read(publicId)))?.bytes ?? null) : null;
  };
  const seen = await photoSight.portrait({ id, read }, patienceMs);
  return seen && judgePortrait(seen.measures, draft.answers);
}
