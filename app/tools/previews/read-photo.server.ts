import type { Database } from "../../server/database/database.ts";
import { type HostedPhoto, readDuringRename } from "../../photos/storing/rename-picture.server.ts";
import type { PhotoSight, Preview } from "../../photos/advice/photo-sight.ts";
import { isRowId, ownPhoto } from "../../photos/own-photo.server.ts";
import type { PhotoHost } from "../../photos/photo-host.ts";
import { allAdvice, faceSentences, type FaceUse } from "../../photos/advice/photo-advice.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import { needsSubject } from "../wizard/steps.ts";
import type { Tool } from "../tool.ts";
import { judgePortrait, type Verdict } from "../id-photo/verdicts.ts";

export interface PhotoReading {
  database: Database;
  photoHost: Pick<PhotoHost, "read">;
  photoSight: PhotoSight | null;
}

/** A batch's first photo; null for an unknown draft. */
export async function photoOfDraft(
  database: Database,
  memberId: string,
  draftId: string,
): Promise<({ id: string } & HostedPhoto) | null> {
  if (!isRowId(draftId)) return null;
  const photo = await database.asMember(memberId, (sql) =>
    sql
      .selectFrom("drafts as d")
      .leftJoin("draft_photos as dp", "dp.draft_id", "d.id")
      .innerJoin("photos as p", (join) => join.on((eb) => eb("p.id", "=", eb.fn.coalesce("dp.photo_id", "d.photo_id"))))
      .select(["p.id", "p.public_id", "p.renaming_to"])
      .where("d.id", "=", draftId)
      .where("d.user_id", "=", memberId)
      .orderBy("dp.position")
      .limit(1)
      .executeTakeFirst(),
  );
  return photo ?? null;
}

/** At most 240 px: a larger one costs a gem. */
export async function readPreview(
  { database, photoHost, photoSight }: PhotoReading,
  {
    memberId,
    draftId,
    photo,
    ...asked
  }: {
    memberId: string;
    draftId: string;
    photo: { id: string } & HostedPhoto;
    option: string;
    admit: () => Promise<number>;
    signal: AbortSignal;
  },
): Promise<Preview> {
  if (!photoSight) return { is: "unavailable" };
  const reload = () => photoOfDraft(database, memberId, draftId);
  const read = async () => (await readDuringRename(photo, reload, (id) => photoHost.read(id)))?.bytes ?? null;
  return photoSight.preview({ photo: { id: photo.id, read }, ...asked });
}

/** Ms; later advice shows on the next page, and the page requests later measures again. */
const patienceMs = { advice: 350, measures: 2000 };

/** Adds face advice to the draft of a cut-out tool. Never refuses; a failure leaves the advice out. */
export async function adviseOnFaces(
  parts: PhotoReading,
  memberId: string,
  tool: Tool,
  draft: Draft | null,
): Promise<Draft | null> {
  const use = faceUseOf(tool);
  if (!draft?.photo || !use || !parts.photoSight || draft.photos.length > 0) return draft;
  const faceNotices = await parts.photoSight.faces(readable(parts, memberId, draft.photo.id), patienceMs.advice);
  if (!faceNotices) return draft;
  const { adviceCodes } = draft.photo;
  // A face counts as a subject.
  const others = faceNotices.some(({ kind }) => kind === "none")
    ? adviceCodes
    : adviceCodes.filter((each) => each !== "no-subject");
  const advice = allAdvice(others, true, faceSentences(faceNotices, use));
  return { ...draft, photo: { ...draft.photo, advice } };
}

function faceUseOf(tool: Tool): FaceUse | null {
  if (!needsSubject(tool)) return null;
  return tool.id === "portrait-studio" ? "portrait" : "cut-out";
}

/** Null for other tools, batches, and while the photo is measured. Never refuses a photo. */
export async function checkPhoto(
  parts: PhotoReading,
  memberId: string,
  toolId: string,
  draft: Draft | null,
): Promise<Verdict[] | null> {
  if (toolId !== "id-photo" || !draft?.photo || !parts.photoSight || draft.photos.length > 0) return null;
  const seen = await parts.photoSight.portrait(readable(parts, memberId, draft.photo.id), patienceMs.measures);
  return seen && judgePortrait(seen.measures, draft.answers);
}

function readable({ database, photoHost }: PhotoReading, memberId: string, id: string) {
  const row = () => ownPhoto(database, memberId, id);
  const read = async () => {
    const photo = await row();
    return photo ? ((await readDuringRename(photo, row, (publicId) => photoHost.read(publicId)))?.bytes ?? null) : null;
  };
  return { id, read };
}
