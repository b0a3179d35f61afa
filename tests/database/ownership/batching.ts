import { addPhoto, readPhotos, removePhoto, replacePhoto } from "../../../app/tools/batch/batch-draft.server.ts";
import { readBatch } from "../../../app/tools/batch/read-batches.server.ts";
import { requestBatch, retryBatch } from "../../../app/tools/batch/request-batch.server.ts";
import { tools } from "../../../app/tools/catalogue.ts";
import type { Attempt } from "./attempt.ts";

const studio = tools["portrait-studio"];

const notFound = () => ({ ok: false, problem: "not-found" });

/** Runs over several photos, and what became of them. */
export const batchingAttempts: Attempt[] = [
  {
    what: "reading a batch",
    attempt: ({ services, ada, bayo }) => readBatch(services.database, bayo.id, ada.batch),
    refused: () => null,
  },
  {
    what: "listing the photos of somebody's run",
    attempt: ({ services, ada, bayo }) => readPhotos(services.database, bayo.id, ada.batchDraft),
    refused: () => [],
  },
  {
    what: "putting a photo into somebody's run over several",
    attempt: ({ services, ada, bayo }) =>
      addPhoto(services.database, bayo.id, studio, { draftId: ada.batchDraft, photoId: bayo.photo.id }),
    refused: notFound,
  },
  {
    what: "putting somebody's photo into the own run over several",
    attempt: ({ services, ada, bayo }) =>
      addPhoto(services.database, bayo.id, studio, { draftId: bayo.draft, photoId: ada.photo.id }),
    refused: notFound,
  },
  {
    what: "taking a photo out of somebody's run",
    attempt: ({ services, ada, bayo }) => removePhoto(services.database, bayo.id, ada.batchDraft, ada.photo.id),
    refused: () => undefined,
  },
  {
    what: "putting another photo in the place of one in somebody's run",
    attempt: ({ services, ada, bayo }) =>
      replacePhoto(services.database, bayo.id, ada.batchDraft, { photoId: ada.photo.id, by: bayo.photo.id }),
    refused: () => false,
  },
  {
    what: "starting a batch of somebody's photos",
    attempt: ({ services, ada, bayo }) =>
      requestBatch(services, {
        memberId: bayo.id,
        draftId: bayo.draft,
        recipe: { tool: "surprise-me" },
        photos: [{ id: ada.photo.id, position: 1, name: "Mallory" }],
      }),
    refused: () => ({ ok: false, problem: "photo-missing" }),
  },
  {
    what: "trying somebody's failed photos again",
    attempt: ({ services, ada, bayo }) => retryBatch(services, bayo.id, { batchId: ada.batch, shown: [ada.failed] }),
    refused: notFound,
  },
];
