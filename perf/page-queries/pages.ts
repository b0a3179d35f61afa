import { readMemberHeader } from "../../app/account/frame/member-header.server.ts";
import { readOverview } from "../../app/gallery/dashboard/overview.server.ts";
import type { Database } from "../../app/server/database/database.ts";
import type { PageCursor } from "../../app/server/database/page-cursor.ts";
import { everything, type GalleryFilter } from "../../app/gallery/gallery-address.ts";
import { readGalleryPage } from "../../app/gallery/gallery-page.server.ts";
import { readTransactions } from "../../app/account/settings/transactions.server.ts";
import { readTransformation } from "../../app/transformations/read-transformation.server.ts";
import { type Account, rareWord } from "./accounts.ts";

/** Something a member opens that reads the database. */
export interface Page {
  name: string;
  /** How many times the small account's median the large one's may take; null is shown and not judged. */
  atMost: number | null;
  /** Through the product's own function; returns how many rows it showed. */
  open: (database: Database, account: Account) => Promise<number>;
}

/** docs/product/quality.md, "Speed and size of the server": within 1.5 × of a hundred rows. */
const atMost = 1.5;

const monthStart = new Date(new Date().toISOString().slice(0, 7));

type PageOfGallery = Partial<GalleryFilter> & { before?: PageCursor };

const gallery = async (database: Database, { id }: Account, { before, ...filter }: PageOfGallery = {}) =>
  (await readGalleryPage(database, id, before ?? null, { ...everything, ...filter })).entries.length;

export const pages: Page[] = [
  { name: "gallery, first page", atMost, open: (database, account) => gallery(database, account) },
  {
    name: "gallery, deep in the past",
    atMost,
    open: (database, account) => gallery(database, account, { before: account.deepInGallery }),
  },
  {
    name: "gallery, one tool",
    atMost,
    open: (database, account) => gallery(database, account, { tool: "art-style" }),
  },
  {
    name: "gallery, search: one match",
    atMost,
    open: (database, account) => gallery(database, account, { search: rareWord }),
  },
  {
    name: "gallery, search: no match",
    atMost,
    open: (database, account) => gallery(database, account, { search: "nowhere" }),
  },
  {
    name: "gallery, search: most match",
    atMost,
    open: (database, account) => gallery(database, account, { search: "img_" }),
  },
  {
    name: "dashboard",
    atMost,
    open: async (database, { id }) => (await readOverview(database, id, monthStart))?.recent.length ?? 0,
  },
  {
    name: "transactions, first page",
    atMost,
    open: async (database, { id }) => (await readTransactions(database, id, null)).transactions.length,
  },
  {
    name: "transactions, deep in the past",
    atMost,
    open: async (database, { id, deepInLedger }) =>
      (await readTransactions(database, id, deepInLedger)).transactions.length,
  },
  {
    name: "one result",
    atMost,
    open: async (database, { id, transformationId }) =>
      Number(!!(await readTransformation(database, id, transformationId))),
  },
  {
    name: "balance in the bar",
    atMost,
    open: async (database, { id }) => Number(!!(await readMemberHeader(database, { id, email: "ada@example.com" }))),
  },
];
