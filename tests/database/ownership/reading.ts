import { expect } from "vitest";
import { readMemberHeader } from "../../../app/account/frame/member-header.server.ts";
import { readNoticesSetting } from "../../../app/transformations/notifications/done-notices.server.ts";
import { readOverview } from "../../../app/gallery/dashboard/overview.server.ts";
import { readGalleryPage } from "../../../app/gallery/gallery-page.server.ts";
import { readPaidPurchase } from "../../../app/gems/receipts/receipt.server.ts";
import { ownPhoto } from "../../../app/photos/own-photo.server.ts";
import { readOwnPresets, readPresetName } from "../../../app/tools/presets/own-presets.server.ts";
import { readOwnData } from "../../../app/account/settings/own-data.server.ts";
import { originalDays } from "../../../app/photos/retention/limits.ts";
import { readOriginalRetention } from "../../../app/transformations/original-retention.server.ts";
import { readDisplayName } from "../../../app/account/settings/save-profile.server.ts";
import { readTransactions } from "../../../app/account/settings/transactions.server.ts";
import { readShare, readSharePage } from "../../../app/sharing/read-share.server.ts";
import { readAdjustable } from "../../../app/tools/adjust/adjusting.server.ts";
import { tools } from "../../../app/tools/catalogue.ts";
import { waitForEnd } from "../../../app/tools/generation-api/answer-generation.server.ts";
import { photoOfDraft } from "../../../app/tools/previews/read-photo.server.ts";
import { readDraft } from "../../../app/tools/drafts/read-draft.server.ts";
import { readRun } from "../../../app/tools/runs/read-run.server.ts";
import { readTransformation } from "../../../app/transformations/read-transformation.server.ts";
import { readLooks } from "../../../app/transformations/stored-looks.server.ts";
import type { Attempt, OwnershipScene } from "./scene.ts";

const studio = tools["portrait-studio"];

const query = (text: string) => new URLSearchParams(text);

const nothing = () => null;

const bayoAsMember = ({ bayo }: OwnershipScene) => ({ id: bayo.id, email: "bayo@example.com" });

/** Attempts to read another member's rows. */
export const readingAttempts: Attempt[] = [
  {
    what: "reading a photo",
    attempt: ({ services, ada, bayo }) => ownPhoto(services.database, bayo.id, ada.photo.id),
    refused: () => undefined,
  },
  {
    what: "reading a transformation",
    attempt: ({ services, ada, bayo }) => readTransformation(services.database, bayo.id, ada.completed),
    refused: nothing,
  },
  {
    what: "waiting for a transformation",
    attempt: ({ services, ada, bayo }) =>
      waitForEnd(services.database, bayo.id, ada.completed, { longestMs: 0, signal: new AbortController().signal }),
    refused: nothing,
  },
  {
    what: "reading a draft",
    attempt: ({ services, ada, bayo }) => readDraft(services.database, bayo.id, studio, ada.draft),
    refused: nothing,
  },
  {
    what: "asking for previews of a draft's photo",
    attempt: ({ services, ada, bayo }) => photoOfDraft(services.database, bayo.id, ada.draft),
    refused: nothing,
  },
  {
    what: "opening a draft's photo to crop it",
    attempt: ({ services, ada, bayo }) => readAdjustable(services.database, bayo.id, ada.draft),
    refused: nothing,
  },
  {
    what: "opening a result's page",
    attempt: ({ services, ada, bayo }) => readRun(services, bayo.id, studio, query(`job=${ada.completed}`), true),
    refused: nothing,
  },
  {
    what: "opening a draft's page",
    attempt: async ({ services, ada, bayo }) => {
      const run = await readRun(services, bayo.id, studio, query(`draft=${ada.draft}`), true);
      return run && "draft" in run ? run.draft : run;
    },
    refused: nothing,
  },
  {
    what: "asking why a transformation failed",
    attempt: async ({ services, ada, bayo }) => {
      const run = await readRun(services, bayo.id, studio, query(`failed=${ada.failed}`), true);
      return run && "failure" in run ? run.failure : run;
    },
    refused: nothing,
  },
  {
    what: "telling from the notice whether another member's photo was ever sent away",
    attempt: async ({ services, bayo }) => {
      const model = { company: "Recorders", retentionDays: 1 };
      const engine = { name: "Recording engine", model, refuses: () => null };
      const run = await readRun({ ...services, engine }, bayo.id, studio, query(""), true);
      return run && "notice" in run ? run.notice : run;
    },
    refused: () => expect.stringContaining("your photo is sent to Recorders"),
    heldBy: "chance: of all profiles any may be found first",
  },
  {
    what: "listing the gallery",
    attempt: ({ services, bayo }) => readGalleryPage(services.database, bayo.id, null),
    refused: () => expect.objectContaining({ entries: [], total: 0, next: null }),
  },
  {
    what: "listing recent activity and balances",
    attempt: async ({ services, bayo }) => {
      const overview = await readOverview(services.database, bayo.id, new Date(0));
      return overview && { ...overview, unfinished: overview.unfinished?.photoName };
    },
    refused: () => ({
      displayName: "Bayo",
      gems: 32,
      totalEnhanced: 0,
      thisMonth: 0,
      recent: [],
      presets: [],
      unfinished: "bayos-photo",
    }),
  },
  {
    what: "listing gem transactions",
    attempt: async ({ services, bayo }) =>
      (await readTransactions(services.database, bayo.id, null)).transactions.map(({ amount }) => amount),
    refused: () => [30, 2],
  },
  {
    what: "reading a receipt",
    attempt: ({ services, ada, bayo }) => readPaidPurchase(services.database, bayo.id, ada.paid),
    refused: nothing,
  },
  {
    what: "reading the looks of a result",
    attempt: ({ services, ada, bayo }) => readLooks(services.database, bayo.id, ada.completed),
    refused: () => [],
  },
  {
    what: "taking a copy of everything along",
    attempt: async ({ services, bayo }) => {
      const { lists, photos } = await readOwnData(services.database, bayo.id);
      return [...Object.entries(lists).map(([name, rows]) => `${name} ${rows.length}`), photos.map(({ id }) => id)];
    },
    refused: ({ bayo }) => [
      "profile 1",
      "photos 1",
      "transactions 2",
      "purchases 1",
      "refunds 0",
      "transformations 0",
      "looks 0",
      "deleted-requests 0",
      "batches 0",
      "drafts 1",
      "draft-photos 0",
      "presets 0",
      "notices 0",
      "shared-links 0",
      [bayo.photo.id],
    ],
  },
  {
    what: "listing presets",
    attempt: ({ services, bayo }) => readOwnPresets(services.database, bayo.id),
    refused: () => ({ usable: true, presets: [] }),
  },
  {
    what: "reading a preset's name",
    attempt: ({ services, ada, bayo }) => readPresetName(services.database, bayo.id, ada.preset),
    refused: nothing,
  },
  {
    what: "beginning a run with a preset",
    attempt: ({ services, ada, bayo }) => readRun(services, bayo.id, studio, query(`preset=${ada.preset}`), true),
    refused: nothing,
  },
  {
    what: "asking whether another member wants notices",
    attempt: ({ services, bayo }) => readNoticesSetting(services.database, bayo.id),
    refused: () => true,
    heldBy: "chance: of all profiles any may be found first",
  },
  {
    what: "listing shared links",
    attempt: ({ services, bayo }) => readSharePage(services, bayo.id, null),
    refused: () => ({ shares: [], next: null }),
  },
  {
    what: "reading a result's link",
    attempt: ({ services, ada, bayo }) => readShare(services, bayo.id, ada.completed),
    refused: nothing,
  },
  {
    what: "reading the name in the settings",
    attempt: ({ services, ...scene }) => readDisplayName(services.database, bayoAsMember(scene)),
    refused: () => "Bayo",
  },
  {
    what: "reading how long an original is still there",
    attempt: ({ services, ada, bayo }) =>
      readOriginalRetention(services.database, bayo.id, { originalPhotoId: ada.photo.id, originalDeletedAt: null }),
    refused: () => ({ is: "expiring", days: originalDays }),
    heldBy: "chance: of all profiles any may be found first",
  },
  {
    what: "reading the bar's name and balance",
    attempt: ({ services, ...scene }) => readMemberHeader(services.database, bayoAsMember(scene)),
    refused: () => expect.objectContaining({ displayName: "Bayo", gems: 32 }),
    heldBy: "chance: of all profiles any may be found first",
  },
];
