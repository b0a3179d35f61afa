import type { Page, Person } from "../product/person.ts";
import type { ConnectionState } from "./faulty-connection.ts";
import type { FaultyProduct, Part } from "./faulty-product.ts";

/** A member's actions around the fault, and the expected end. */
export interface Task {
  before?(person: Person, product: FaultyProduct): Promise<Page>;
  during(person: Person, page: Page, product: FaultyProduct): Promise<Page>;
  /** Follows the page's advice after the fault. */
  after?(person: Person, page: Page, before: Page): Promise<Page>;
  seesThen?: RegExp;
  /** All ledger entries of the task, without earlier ones. */
  ledger: readonly number[];
}

/** How a fault begins and ends. */
interface Disturbance {
  inject(product: FaultyProduct): unknown;
  restore(product: FaultyProduct): unknown;
}

export interface Fault extends Task, Disturbance {
  /** The faulty part. A sample has one fault of each part. */
  of: "database" | "image host" | "AI" | "payments" | "identity" | "mail" | "twice" | "connection" | "clock" | "disk";
  what: string;
  /** Takes too long for a sample. */
  long?: boolean;
  sees: RegExp;
}

/** A placeholder for a page that was never visited. */
export const noPage: Page = { status: 0, location: null, text: "", forms: [], refreshes: false };

export const none: Disturbance = { inject() {}, restore() {} };

export const connection = (part: Part, state: ConnectionState): Disturbance => ({
  inject: ({ connections }) => connections[part].become(state),
  restore: ({ connections }) => connections[part].become({ is: "well" }),
});

export const uploads: Task = {
  during: (person) => person.upload(),
  after: (person) => person.upload(),
  seesThen: /lagos .* ready/,
  ledger: [],
};

/** The fault occurs during the request; the member sends the same form again after it. */
export const spends: Task = {
  before: (person) => person.upload(),
  during: (person, draft) => person.spend(draft),
  after: async (person, _, draft) => person.watch(await person.spend(draft)),
  seesThen: /lagos/,
  ledger: [-1],
};

/** The fault occurs during the job, whose gem returns; the page's own form starts another. */
export const waits: Task = {
  before: (person) => person.upload(),
  during: async (person, draft) => person.watch(await person.spend(draft)),
  after: async (person, page) => person.watch(await person.spend(page)),
  seesThen: /lagos/,
  ledger: [-1, 1, -1],
};

export const reads: Task = {
  during: (person) => person.look("/gallery"),
  after: (person) => person.look("/gallery"),
  seesThen: /Gallery/,
  ledger: [],
};

export const choosesPackage: Task = {
  during: (person) => person.choosePackage(),
  after: (person) => person.choosePackage(),
  seesThen: /^the payment page$/,
  ledger: [],
};
