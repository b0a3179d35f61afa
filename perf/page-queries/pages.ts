import { readMemberHeader } from "../../app/account/frame/member-header.server.ts";
import { readOverview } from "../../app/gallery/dashboard/overview.server.ts";
import type { Database } from "../../app/server/database/database.ts";
import type { PageCursor } from "../../app/server/database/page-cursor.ts";
import { everything, type GalleryFilter } from "../../app/gallery/gallery-address.ts";
import { readGalleryPage } from "../../app/gallery/gallery-page.server.ts";
import { readTransactions } from "../../app/account/settings/transactions.server.ts";
import { readTransformation } from "../../app/transformations/read-transformation.server.ts";
import { type Account, rareWord } from "./accounts.ts";

/** A page of a member, read from the database by the product's own function. */
export interface Page {
  name: string;
  /** Returns the number of rows shown. */
  open: (database: Database, account: Account) => Promise<number>;
}

const monthStart = new Date(new Date().toISOString().slice(0, 7));

type PageOfGallery = Partial<GalleryFilter> & { before?: PageCursor };

const gallery = (name: string, page: (account: Account) => PageOfGallery = () => ({})): Page => ({
  name: `gallery, ${name}`,
  open: async (database, account) => {
    const { before = null, ...filter } = page(account);
    return (await readGalleryPage(database, account.id, before, { ...everything, ...filter })).entries.length;
  },
});

export const pages: Page[] = [
  gallery("first page"),
  gallery("deep in the past", ({ deepInGallery }) => ({ before: deepInGallery })),
  gallery("one tool", () => ({ tool: "art-style" })),
  gallery("search: one match", () => ({ search: rareWord })),
  gallery("search: no match", () => ({ search: "nowhere" })),
  gallery("search: most match", () => ({ search: "img_" })),
  {
    name: "dashboard",
    open: async (database, { id }) => (await readOverview(database, id, monthStart))?.recent.length ?? 0,
  },
  {
    name: "transactions, first page",
    open: async (database, { id }) => (await readTransactions(database, id, null)).transactions.length,
  },
  {
    name: "transactions, deep in the past",
    open: async (database, { id, deepInLedger }) =>
      (await readTransactions(database, id, deepInLedger)).transactions.length,
  },
  {
    name: "one result",
    open: async (database, { id, transformationId }) =>
      Number(!!(await readTransformation(database, id, transformationId))),
  },
  {
    name: "balance in the bar",
    open: async (database, { id }) => Number(!!(await readMemberHeader(database, { id, email: "ada@example.com" }))),
  },
];
