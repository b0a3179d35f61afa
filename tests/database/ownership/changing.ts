import { randomUUID } from "node:crypto";
import { recordSeen, saveNoticesSetting } from "../../../app/transformations/notifications/done-notices.server.ts";
import { deleteTransformation } from "../../../app/gallery/delete/delete-transformation.server.ts";
import { renameTransformation } from "../../../app/gallery/rename/rename-transformation.server.ts";
import { settlePurchase } from "../../../app/gems/settle-purchase.server.ts";
import { deletePicture } from "../../../app/photos/storing/delete-picture.server.ts";
import { renamePicture } from "../../../app/photos/storing/rename-picture.server.ts";
import { deletePreset, renamePreset } from "../../../app/tools/presets/own-presets.server.ts";
import { savePreset } from "../../../app/tools/presets/save-preset.server.ts";
import type { Services } from "../../../app/services.server.ts";
import { createShare, revokeShare } from "../../../app/sharing/shares.server.ts";
import { tools } from "../../../app/tools/catalogue.ts";
import { requestAngle } from "../../../app/tools/portrait-studio/angles.server.ts";
import type { Draft } from "../../../app/tools/drafts/read-draft.server.ts";
import { startTransformation } from "../../../app/tools/runs/start-transformation.server.ts";
import { submitStep } from "../../../app/tools/wizard/submit-step.server.ts";
import { cancelTransformation } from "../../../app/transformations/ending/end-transformation.server.ts";
import { requestTransformation } from "../../../app/transformations/requesting/request-transformation.server.ts";
import { chooseLook } from "../../../app/transformations/stored-looks.server.ts";
import { type Attempt, type OwnershipScene, portraitAnswers } from "./scene.ts";

const studio = tools["portrait-studio"];

const missing = () => ({ ok: false, problem: "missing" });

const notFound = () => ({ ok: false, problem: "not-found" });

/** Ada's draft as her own page reads it. */
const adasDraft = ({ ada }: OwnershipScene): Draft => ({
  id: ada.draft,
  photo: {
    id: ada.photo.id,
    name: "photo",
    bytes: 10,
    picture: { src: "", smallest: "", srcSet: "", width: 900, height: 1200, placeholder: "", transparent: false },
    advice: [],
    adviceCodes: [],
  },
  photos: [],
  batchId: null,
  answers: portraitAnswers,
  idempotencyKey: `${ada.draft}.0`,
  usedKeys: [],
  startedId: null,
});

/** A payment provider that confirms every payment. */
const payments = {
  domain: "test",
  verify: async (reference: string) => ({
    ok: true,
    payment: { status: "success", reference, amountKobo: 100_000, currency: "NGN", domain: "test" },
  }),
} as unknown as Services["payments"];

const requestOf = ({ bayo }: OwnershipScene) => ({
  memberId: bayo.id,
  recipe: { tool: "surprise-me" },
  name: "Bayo",
  photoId: bayo.photo.id,
  draftId: null,
  idempotencyKey: randomUUID(),
});

/** Attempts to start, cancel, delete, rename, share and pay. */
export const changingAttempts: Attempt[] = [
  {
    what: "answering the last step of another member's draft",
    attempt: async ({ services, bayo, ...scene }) => {
      const step = studio.steps[4];
      const form = new FormData();
      form.set("angle", "front");
      const given = { memberId: bayo.id, tool: studio, step, draft: adasDraft({ bayo, ...scene }), form };
      const taken = await submitStep(services, given);
      return taken.next === "started" ? taken.answer : taken;
    },
    refused: () => ({ ok: false, problem: "photo-missing" }),
  },
  {
    what: "starting another member's draft",
    attempt: ({ services, bayo, ...scene }) => {
      const draft = adasDraft({ bayo, ...scene });
      const request = { memberId: bayo.id, tool: studio, draft, answers: draft.answers, key: draft.idempotencyKey };
      return startTransformation(services, request);
    },
    refused: () => ({ ok: false, problem: "photo-missing" }),
  },
  {
    what: "having a picture made of another member's photo",
    attempt: ({ services, ...scene }) =>
      requestTransformation(services, { ...requestOf(scene), photoId: scene.ada.photo.id }),
    refused: () => ({ ok: false, problem: "photo-missing" }),
  },
  {
    what: "repeating a request under a key that another member has used too",
    attempt: async ({ services, ...scene }) => {
      const { database } = services;
      const adas = await database.asMember(scene.ada.id, (sql) =>
        sql
          .selectFrom("transformations")
          .select("idempotency_key")
          .where("id", "=", scene.ada.completed)
          .executeTakeFirstOrThrow(),
      );
      const request = { ...requestOf(scene), idempotencyKey: adas.idempotency_key };
      const [first, second] = [
        await requestTransformation(services, request),
        await requestTransformation(services, request),
      ];
      return first.ok && second.ok && first.transformationId === second.transformationId;
    },
    refused: () => true,
    heldBy: "chance: of the two rows of that key either may be found first",
  },
  {
    what: "asking for another angle of another member's portrait",
    attempt: ({ services, ada, bayo }) =>
      requestAngle(services, { memberId: bayo.id, transformationId: ada.completed, angle: "low", key: "" }),
    refused: notFound,
  },
  {
    what: "cancelling what waits its turn",
    attempt: ({ services, ada, bayo }) => cancelTransformation(services.database, bayo.id, ada.processing),
    refused: () => false,
  },
  {
    what: "sharing a result",
    attempt: ({ services, ada, bayo }) =>
      createShare(services, bayo.id, { transformationId: ada.completed, showsOriginal: true }),
    refused: notFound,
  },
  {
    what: "choosing a look of a result",
    attempt: ({ services, ada, bayo }) => chooseLook(services.database, bayo.id, ada.completed, "bright"),
    refused: missing,
  },
  {
    what: "making a preset of another member's result",
    attempt: ({ services, ada, bayo }) =>
      savePreset(services.database, bayo.id, { transformationId: ada.completed, name: "Mallory's" }),
    refused: missing,
  },
  {
    what: "renaming a preset",
    attempt: ({ services, ada, bayo }) => renamePreset(services.database, bayo.id, ada.preset, "Mallory's"),
    refused: missing,
  },
  {
    what: "asking for a name that cannot be taken for another member's preset",
    attempt: async ({ services, ada, bayo }) => renamePreset(services.database, bayo.id, ada.preset, ""),
    refused: missing,
  },
  {
    what: "deleting a preset",
    attempt: ({ services, ada, bayo }) => deletePreset(services.database, bayo.id, ada.preset),
    refused: () => false,
  },
  {
    what: "looking at what another member has made, in their stead",
    attempt: ({ services, ada, bayo }) =>
      recordSeen(services.database, bayo.id, [{ id: ada.processing, status: "processing" }]),
    refused: () => undefined,
  },
  {
    what: "turning notices off",
    attempt: ({ services, bayo }) => saveNoticesSetting(services.database, bayo.id, true),
    refused: () => undefined,
  },
  {
    what: "revoking a link",
    attempt: ({ services, ada, bayo }) => revokeShare(services.database, bayo.id, ada.share),
    refused: () => false,
  },
  {
    what: "coming back from another member's payment",
    attempt: ({ services, ada, bayo }) =>
      settlePurchase({ ...services, payments }, ada.reference, { memberId: bayo.id }),
    refused: notFound,
    heldBy: "a comparison of the purchase's owner with the member",
  },
  ...[(scene: OwnershipScene) => scene.ada.completed, (scene: OwnershipScene) => scene.ada.processing].flatMap(
    (idIn, place): Attempt[] => [
      {
        what: `deleting a transformation that ${place ? "is being made" : "is finished"}`,
        attempt: ({ services, bayo, ...scene }) => deleteTransformation(services, bayo.id, idIn({ bayo, ...scene })),
        refused: missing,
      },
      {
        what: `renaming a transformation that ${place ? "is being made" : "is finished"}`,
        attempt: ({ services, bayo, ...scene }) =>
          renameTransformation(services, bayo.id, idIn({ bayo, ...scene }), "Mallory's"),
        refused: missing,
      },
    ],
  ),
  {
    what: "telling from a refused name what another member calls their pictures",
    attempt: async ({ services, bayo, ...scene }) => {
      const own = await requestTransformation(services, requestOf({ bayo, ...scene }));
      if (!own.ok) return own;
      return renameTransformation(services, bayo.id, own.transformationId, "Ada at the sea");
    },
    refused: () => ({ ok: true }),
  },
  {
    what: "renaming a picture",
    attempt: ({ services, ada, bayo }) => renamePicture(services, bayo.id, ada.photo.id, "mallory"),
    refused: missing,
  },
  {
    what: "deleting a picture",
    attempt: ({ services, ada, bayo }) => deletePicture(services, bayo.id, ada.result.publicId),
    refused: missing,
  },
];
