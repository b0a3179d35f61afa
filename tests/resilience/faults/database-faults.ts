import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import type { LineState } from "./faulty-connection.ts";
import { noPage } from "./fault.ts";

let starting: Promise<void> | undefined;

const safe = /This is our mistake\. Your gems and photos are safe\. Please try again\./;
const made = /lagos/;

const become = (state: LineState): Pick<Fault, "strike" | "relieve"> => ({
  strike: ({ lines }) => lines.database.become(state),
  relieve: ({ lines }) => lines.database.become({ is: "well" }),
});

const press: Pick<Fault, "of" | "before" | "meanwhile" | "after" | "seesThen" | "ledger"> = {
  of: "database",
  before: (person) => person.upload(),
  meanwhile: (person, draft) => person.press(draft),
  after: async (person, _, draft) => person.watch(await person.press(draft)),
  seesThen: made,
  ledger: [-1],
};

export const databaseFaults: Fault[] = [
  {
    ...press,
    what: "slow: every answer 100 ms later",
    ...become({ is: "slow", ms: 100 }),
    sees: /Enhancing your photo/,
  },
  { ...press, what: "gone while a gem is spent", ...become({ is: "gone" }), sees: safe },
  { ...press, what: "connections cut while a gem is spent", ...become({ is: "cut" }), sees: safe },
  { ...press, what: "rubbish while a gem is spent", ...become({ is: "rubbish" }), sees: safe, long: true },
  { ...press, what: "silent while a gem is spent", ...become({ is: "silent" }), sees: safe, long: true },
  {
    of: "database",
    what: "gone while a page is read",
    ...become({ is: "gone" }),
    meanwhile: (person) => person.look("/gallery"),
    sees: safe,
    after: (person) => person.look("/gallery"),
    seesThen: /Gallery/,
    ledger: [],
  },
  {
    of: "database",
    what: "gone while a web process starts",
    strike: async ({ lines, web, url }) => {
      await lines.database.become({ is: "gone" });
      await web.kill();
      starting = web.start();
      while (!(await fetch(new URL("/healthz", url)).catch(() => null))?.ok) await pause(50);
    },
    meanwhile: (person) => person.look("/gallery"),
    sees: /^Back in a moment · Your gems and photos are safe\./,
    relieve: async ({ lines }) => {
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
    what: "gone while a package is chosen",
    ...become({ is: "gone" }),
    meanwhile: (person) => person.choosePackage(),
    sees: safe,
    ledger: [],
  },
  {
    of: "database",
    what: "gone while it is worked on",
    before: async (person) => person.press(await person.upload()),
    strike: async ({ services, lines }) => {
      services.gemini.behave({ how: "make", make: "jpeg", afterMs: 1_500 });
      await lines.database.become({ is: "gone" });
    },
    meanwhile: (person, job) => person.look(job.location ?? ""),
    sees: safe,
    relieve: async ({ services, lines }) => {
      services.gemini.behave({ how: "make", make: "jpeg" });
      await lines.database.become({ is: "well" });
    },
    after: (person, _, job) => person.watch({ ...noPage, location: job.location, refreshes: true }),
    seesThen: made,
    ledger: [-1],
    long: true,
  },
];
