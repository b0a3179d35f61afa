import { readDuringRename } from "../../photos/storing/rename-picture.server.ts";
import { allAdvice, faceSentences, type FaceUse } from "../../photos/advice/photo-advice.ts";
import { ownPhoto } from "../../photos/own-photo.server.ts";
import type { PhotoReading } from "./read-preview.server.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import { needsSubject } from "../wizard/steps.ts";
import type { Tool } from "../tool.ts";

/** Ms; a later answer shows on the next page. */
const patienceMs = 350;

/** Adds face advice to the draft of a cut-out tool. Never refuses; a failure leaves the advice out. */
export async function adviseOnFaces(
  { database, photoHost, photoSight }: PhotoReading,
  memberId: string,
  tool: Tool,
  draft: Draft | null,
): Promise<Draft | null> {
  const use = faceUseOf(tool);
  if (!draft?.photo || !use || !photoSight || draft.photos.length > 0) return draft;
  const { id, adviceCodes } = draft.photo;
  const read = async () => {
    const row = () => ownPhoto(database, memberId, id);
    const photo = await row();
    return photo ? ((await readDuringRename(photo, row, (publicId) => photoHost.read(publicId)))?.bytes ?? null) : null;
  };
  const faceNotices = await photoSight.faces({ id, read }, patienceMs);
  if (!faceNotices) return draft;
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
