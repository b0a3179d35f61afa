import type { FaultyProduct } from "./faulty-product.ts";
import type { Page } from "./page.ts";
import type { Person } from "./person.ts";

/** One fault, and the request that it meets. */
export interface Fault {
  /** Whose fault: the groups samples are drawn from. */
  of: "database" | "image host" | "AI" | "payments" | "identity" | "mail" | "twice" | "connection" | "clock" | "disk";
  what: string;
  /** Takes longer than a sample may. */
  long?: boolean;
  before?(person: Person, product: FaultyProduct): Promise<Page>;
  inject(product: FaultyProduct): Promise<unknown> | unknown;
  during(person: Person, page: Page, product: FaultyProduct): Promise<Page>;
  sees: RegExp;
  restore(product: FaultyProduct): Promise<unknown> | unknown;
  after?(person: Person, page: Page, before: Page): Promise<Page>;
  seesThen?: RegExp;
  /** Every entry of the ledger in the end, beside what they had. */
  ledger: readonly number[];
}

/** A page without earlier visits. */
export const noPage: Page = { status: 0, location: null, text: "", forms: [], refreshes: false };
