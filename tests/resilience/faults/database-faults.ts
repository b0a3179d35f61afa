import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import type { LineState } from "./faulty-connection.ts";
import { noPage } from "./fault.ts";

let starting: Promise<void> | undefined;

const safe = /This is our mistake\. Your gems and photos are safe\. Please try again\./;
const made = /lagos/;

const become = (state: LineState): Pick<Fault, "inject" | "restore"> => ({
  inject: ({ lines }) => lines.database.become(state),
  restore: ({ lines }) => lines.database.become({ is: "well" }),
});

const spends: Pick<Fault, "of" | "before" | "during" | "after" | "seesThen" | "ledger"> = {
  of: "database",
  before: (person) => person.upload(),
  during: (person, draft) => person.spend(draft),
  after: async (person, _, draft) => person.watch(await person.spend(draft)),
  seesThen: made,
  ledger: [-1],
};

export const databaseFaults: Fault[] = [
  {
    ...spends,
    what: "slow: every answer 100 ms later",
    ...become({ is: "slow", ms: 100 }),
    sees: /Enhancing your photo/,
  },
  { ...spends, what: "away while a gem is spent", ...become({ is: "down" }), sees: safe },
  { ...spends, what: "connections cut while a gem is spent", ...become({ is: "cut" }), sees: safe },
  { ...spends, what: "garbled while a gem is spent", ...become({ is: "garbled" }), sees: safe, long: true },
  { ...spends, what: "silent while a gem is spent", ...become({ is: "silent" }), sees: safe, long: true },
  {
    of: "database",
    what: "away while a page is read",
    ...become({ is: "down" }),
    during: (person) => person.look("/gallery"),
    sees: safe,
    after: (person) => person.look("/gallery"),
    seesThen: /Gallery/,
    ledger: [],
  },
  {
    of: "database",
    what: "away while a web process starts",
    inject: async ({ lines, web, url }) => {
      await lines.database.become({ is: "down" });
      await web.kill();
      starting = web.start();
      while (!(await fetch(new URL("/healthz", url)).catch(() => null))?.ok) await pause(50);
    },
    during: (person) => person.look("/gallery"),
    sees: /^Back in a moment · Your gems and photos are safe\./,
    restore: async ({ lines }) => {
      await lines.database.become({ is: "well" });
      await starting;
    },
    after: (person) => person.look("/gallery"),
    seesThen: /Gallery/,
    ledger: [],
    long: true,
  },
  {
    of: "database",
    what: "away while a package is chosen",
    ...become({ is: "down" }),
    during: (person) => person.choosePackage(),
    sees: safe,
    ledger: [],
  },
  {
    of: "database",
    what: "away while it is worked on",
    before: async (person) => person.spend(await person.upload()),
    inject: async ({ services, lines }) => {
      services.gemini.behave({ how: "make", make: "jpeg", afterMs: 1_500 });
      await lines.database.become({ is: "down" });
    },
    during: (person, job) => person.look(job.location ?? ""),
    sees: safe,
    restore: async ({ services, lines }) => {
      services.gemini.behave({ how: "make", make: "jpeg" });
      await lines.database.become({ is: "well" });
    },
    after: (person, _, job) => person.watch({ ...noPage, location: job.location, refreshes: true }),
    seesThen: made,
    ledger: [-1],
    long: true,
  },
];
