import { randomUUID } from "node:crypto";
import { expect } from "vitest";
import { adjustPhoto } from "../../../app/photos/adjusting/adjust-photo.server.ts";
import type { PhotoInspection } from "../../../app/photos/inspection/photo-inspection.ts";
import { saveDisplayName, saveOriginalsSetting } from "../../../app/account/settings/save-profile.server.ts";
import { uploadPhoto } from "../../../app/photos/upload/upload-photo.server.ts";
import { tools } from "../../../app/tools/catalogue.ts";
import { attachPhoto, dropDraft, saveDraft, startDraft } from "../../../app/tools/drafts/draft.server.ts";
import { repeatRun } from "../../../app/tools/runs/start-transformation.server.ts";
import { uploadDraftPhoto } from "../../../app/tools/drafts/upload-draft-photo.server.ts";
import type { Attempt, OwnershipScene } from "./scene.ts";
import { addPhoto, readPhotos, removePhoto, replacePhoto } from "../../../app/tools/batch/batch-draft.server.ts";
import { readBatch } from "../../../app/tools/batch/read-batches.server.ts";
import { requestBatch, retryBatch } from "../../../app/tools/batch/request-batch.server.ts";

const studio = tools["portrait-studio"];

const nothing = () => null;

const refusedByPolicy = () => ({ threw: expect.stringContaining("row-level security") });

const bayoAsMember = ({ bayo }: OwnershipScene) => ({ id: bayo.id, email: "bayo@example.com" });

/** A photo that passes every check. */
const passed = async () => ({
  ok: true,
  photo: {
    bytes: new Uint8Array(1),
    mimeType: "image/jpeg",
    width: 9,
    height: 9,
    placeholder: "data:image/webp;base64,AAAA",
    advice: [],
  },
});
const photoInspection = { inspect: passed, adjust: passed } as unknown as PhotoInspection;

/** Attempts to change unstarted runs, names and photos. */
export const draftingAttempts: Attempt[] = [
  {
    what: "saving the own name",
    attempt: ({ services, ...scene }) => saveDisplayName(services.database, bayoAsMember(scene), "Mallory"),
    refused: () => ({ ok: true }),
  },
  {
    what: "saving whether the own originals are kept",
    attempt: ({ services, bayo }) => saveOriginalsSetting(services.database, bayo.id, false),
    refused: () => true,
  },
  {
    what: "saving answers into a draft",
    attempt: ({ services, ada, bayo }) =>
      saveDraft(services.database, bayo.id, studio, { draftId: ada.draft, answers: { background: "maintain" } }),
    refused: () => false,
  },
  {
    what: "beginning a draft with another member's photo",
    attempt: ({ services, ada, bayo }) =>
      saveDraft(services.database, bayo.id, studio, { draftId: randomUUID(), answers: {}, photoId: ada.photo.id }),
    refused: () => false,
  },
  {
    what: "starting a draft with another member's photo",
    attempt: ({ services, ada, bayo }) =>
      startDraft(services.database, bayo.id, studio, { photoId: ada.photo.id, answers: {} }),
    refused: refusedByPolicy,
  },
  {
    what: "putting a photo into another member's draft",
    attempt: ({ services, ada, bayo }) => attachPhoto(services.database, bayo.id, ada.draft, bayo.photo.id),
    refused: () => false,
  },
  {
    what: "putting another member's photo into the own draft",
    attempt: ({ services, ada, bayo }) => attachPhoto(services.database, bayo.id, bayo.draft, ada.photo.id),
    refused: () => false,
  },
  {
    what: "cropping a photo",
    attempt: ({ services, ada, bayo }) => {
      const adjustment = { turn: 90, left: 0, top: 0, width: 100, height: 100 } as const;
      return adjustPhoto({ ...services, photoInspection }, { memberId: bayo.id, wholeId: ada.photo.id, adjustment });
    },
    refused: () => ({ ok: false, problem: "missing" }),
    heldBy: "the foreign key over photo and owner",
  },
  {
    what: "uploading a photo into another member's draft",
    attempt: async ({ services, ada, bayo }) => {
      const upload = { bytes: new Uint8Array(1), fileName: "b.jpg" };
      const taking = { memberId: bayo.id, tool: studio, draftId: ada.draft, upload, firstAnswers: {} };
      const taken = await uploadDraftPhoto({ ...services, photoInspection }, taking);
      return taken.ok && taken.draftId !== ada.draft;
    },
    refused: () => true,
  },
  {
    what: "uploading under the key of another member's upload",
    attempt: async ({ services, ada, bayo }) => {
      const upload = { memberId: bayo.id, bytes: new Uint8Array(1), fileName: "b.jpg", uploadKey: ada.uploadKey };
      const kept = await uploadPhoto({ ...services, photoInspection }, upload);
      return kept.ok && kept.photoId !== ada.photo.id;
    },
    refused: () => true,
  },
  {
    what: "dropping a draft",
    attempt: ({ services, ada, bayo }) => dropDraft(services.database, bayo.id, ada.draft),
    refused: () => undefined,
  },
  {
    what: "repeating a run",
    attempt: ({ services, ada, bayo }) => repeatRun(services.database, bayo.id, studio, ada.completed),
    refused: nothing,
  },
];

const notFound = () => ({ ok: false, problem: "not-found" });

/** Attempts on runs over several photos and on their results. */
export const batchingAttempts: Attempt[] = [
  {
    what: "reading a batch",
    attempt: ({ services, ada, bayo }) => readBatch(services.database, bayo.id, ada.batch),
    refused: () => null,
  },
  {
    what: "listing the photos of another member's run",
    attempt: ({ services, ada, bayo }) => readPhotos(services.database, bayo.id, ada.batchDraft),
    refused: () => [],
  },
  {
    what: "putting a photo into another member's run over several",
    attempt: ({ services, ada, bayo }) =>
      addPhoto(services.database, bayo.id, studio, { draftId: ada.batchDraft, photoId: bayo.photo.id }),
    refused: notFound,
  },
  {
    what: "putting another member's photo into the own run over several",
    attempt: ({ services, ada, bayo }) =>
      addPhoto(services.database, bayo.id, studio, { draftId: bayo.draft, photoId: ada.photo.id }),
    refused: notFound,
  },
  {
    what: "taking a photo out of another member's run",
    attempt: ({ services, ada, bayo }) => removePhoto(services.database, bayo.id, ada.batchDraft, ada.photo.id),
    refused: () => undefined,
  },
  {
    what: "putting another photo in the place of one in another member's run",
    attempt: ({ services, ada, bayo }) =>
      replacePhoto(services.database, bayo.id, ada.batchDraft, { photoId: ada.photo.id, by: bayo.photo.id }),
    refused: () => false,
  },
  {
    what: "starting a batch of another member's photos",
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
    what: "trying another member's failed photos again",
    attempt: ({ services, ada, bayo }) => retryBatch(services, bayo.id, { batchId: ada.batch, shown: [ada.failed] }),
    refused: notFound,
  },
];
