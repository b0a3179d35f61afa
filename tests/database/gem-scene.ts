import { announcePicture } from "../../app/photos/storing/picture-removals.server.ts";
import { completeTransformation } from "../../app/transformations/ending/end-transformation.server.ts";
import type { TransformationQueue } from "../../app/transformations/requesting/requesting.ts";
import type { OpenEngine } from "./engines.ts";
import { newPhoto } from "./members.ts";

/** Members of one run with their data, and a prefix that separates the run's keys and references from others. */
export interface Scene {
  run: string;
  members: ScenePerson[];
  queue: TransformationQueue;
}

export interface ScenePerson {
  id: string;
  photo: string;
  /** For batches: three photos, and drafts that become one batch each; random actions use two drafts. */
  photos: string[];
  drafts: string[];
}

export async function furnished(kysely: OpenEngine["kysely"], id: string): Promise<ScenePerson> {
  const [photo = "", ...photos] = await Promise.all([1, 2, 3, 4].map(() => newPhoto(kysely, id)));
  const begun = await kysely
    .insertInto("drafts")
    .values([1, 2, 3].map(() => ({ user_id: id, tool: "surprise-me" })))
    .returning("id")
    .execute();
  const places = photos.map((photo_id, index) => ({ photo_id, position: index + 1, user_id: id }));
  const chosen = begun.flatMap((draft) => places.map((place) => ({ ...place, draft_id: draft.id })));
  await kysely.insertInto("draft_photos").values(chosen).execute();
  return { id, photo, photos, drafts: begun.map((row) => row.id) };
}

/** Completes a transformation without a generator. */
export async function complete(database: OpenEngine["database"], row: { id: string; result_photo_id: string }) {
  const result = storedResult(row.result_photo_id);
  await announcePicture(database, result.publicId);
  await completeTransformation(database, row.id, result);
}

const storedResult = (photoId: string) =>
  ({
    publicId: `${photoId}/Lagos`,
    fileName: "Lagos",
    mimeType: "image/jpeg",
    width: 3,
    height: 2,
    bytes: 10,
    placeholder: "data:image/webp;base64,AAAA",
    madeBy: "test",
    note: null,
  }) as const;
