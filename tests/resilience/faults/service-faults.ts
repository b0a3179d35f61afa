import { setTimeout as pause } from "node:timers/promises";
import type { Behaviour } from "../../servers/gemini/gemini-server.ts";
import { answer } from "../../servers/gemini/generate-content.ts";
import type { GotrueFault } from "../../servers/gotrue/gotrue-server.ts";
import type { Misbehaviour } from "../../servers/misbehave.ts";
import type { Person } from "../product/person.ts";
import { choosesPackage, connection, type Fault, noPage, reads, spends, type Task, uploads, waits } from "./fault.ts";

const down = { is: "down" } as const;

const safe =
  /This is our mistake\. Your (gems and photos are safe|photo and choices are saved, and nothing is charged twice)\. Please try again\./;
let starting: Promise<void> | undefined;

export const databaseFaults: Fault[] = [
  ...(["down", "cut", "garbled", "silent"] as const).map((is): Fault => ({
    of: "database",
    what: `${is} while a gem is spent`,
    ...connection("database", { is }),
    ...spends,
    sees: safe,
    long: is === "garbled" || is === "silent",
  })),
  {
    of: "database",
    what: "slow: every answer 100 ms later",
    ...connection("database", { is: "slow", ms: 100 }),
    ...spends,
    sees: /Enhancing your photo/,
  },
  { of: "database", what: "away while a page is read", ...connection("database", down), ...reads, sees: safe },
  {
    of: "database",
    what: "away while a web process starts",
    inject: async ({ connections, web, url }) => {
      await connections.database.become(down);
      await web.kill();
      starting = web.start();
      while (!(await fetch(new URL("/healthz", url)).catch(() => null))?.ok) await pause(50);
    },
    ...reads,
    sees: /^Back in a moment · Your gems and photos are safe\./,
    restore: async ({ connections }) => {
      await connections.database.become({ is: "well" });
      await starting;
    },
    long: true,
  },
  {
    of: "database",
    what: "away while a package is chosen",
    ...connection("database", down),
    ...choosesPackage,
    sees: safe,
  },
  {
    of: "database",
    what: "away while it is worked on",
    before: async (person) => person.spend(await person.upload()),
    inject: async ({ services, connections }) => {
      services.gemini.behave({ how: "make", make: "jpeg", afterMs: 1_500 });
      await connections.database.become(down);
    },
    during: (person, job) => person.look(job.location ?? ""),
    sees: safe,
    restore: async ({ services, connections }) => {
      services.gemini.behave({ how: "make", make: "jpeg" });
      await connections.database.become({ is: "well" });
    },
    after: (person, _, job) => person.watch({ ...noPage, location: job.location, refreshes: true }),
    seesThen: /lagos/,
    ledger: [-1],
    long: true,
  },
];

const notStored = /Your photo could not be saved just now\. Nothing was spent\. Please try again in a moment\./;
const hostFails = (how: Misbehaviour): Pick<Fault, "of" | "inject" | "restore"> => ({
  of: "image host",
  inject: ({ services }) => services.cloudinary.fail("upload", how),
  restore: ({ services }) => services.cloudinary.fail("upload", null),
});
const returned = /Enhancement failed .* Your gem was returned\./;

export const imageHostFaults: Fault[] = [
  {
    of: "image host",
    what: "slow: a photo is taken 2 s later",
    ...connection("images", { is: "slow", ms: 2_000 }),
    ...uploads,
    sees: /lagos .* ready/,
  },
  { ...hostFails({ how: "refuse", status: 500 }), what: "answers 500 to a photo", ...uploads, sees: notStored },
  { ...hostFails({ how: "answer nonsense" }), what: "answers nonsense to a photo", ...uploads, sees: notStored },
  { ...hostFails({ how: "stay silent" }), what: "silent when a photo comes", ...uploads, sees: notStored, long: true },
  { of: "image host", what: "away when a photo comes", ...connection("images", down), ...uploads, sees: notStored },
  {
    ...hostFails({ how: "refuse", status: 500 }),
    what: "away when the result is to be stored",
    ...waits,
    sees: /Enhancing your photo · Waiting for its turn/,
    // The product saves the finished picture and uploads it later (decision 34).
    after: (person, page) => person.watch({ ...page, refreshes: true }),
    ledger: [-1],
    long: true,
  },
  {
    of: "image host",
    what: "away while the gallery is read",
    ...connection("images", down),
    ...reads,
    before: async (person) => person.watch(await person.spend(await person.upload())),
    sees: /Gallery/,
    ledger: [-1],
  },
];

const behaves = (behaviour: Behaviour): Pick<Fault, "of" | "inject" | "restore"> => ({
  of: "AI",
  inject: ({ services }) => services.gemini.behave(behaviour),
  restore: ({ services }) => services.gemini.behave({ how: "make", make: "jpeg" }),
});

/** Other refusals end on the same page; tests/contracts/image-generator/gemini-generator.test.ts covers all of them. */
export const engineFaults: Fault[] = [
  {
    ...behaves({ how: "make", make: "jpeg", afterMs: 3_000 }),
    what: "slow: a picture takes 3 s",
    before: (person) => person.upload(),
    during: async (person, draft) => person.watch(await person.spend(draft)),
    sees: /lagos/,
    ledger: [-1],
  },
  {
    ...behaves({ how: "answer", body: answer({ finishReason: "IMAGE_SAFETY" }) }),
    what: "blocks the photo",
    ...waits,
    sees: returned,
  },
  { ...behaves({ how: "answer nonsense" }), what: "answers nonsense", ...waits, sees: returned },
  { ...behaves({ how: "refuse", status: 500 }), what: "answers 500", ...waits, sees: returned, long: true },
  { of: "AI", what: "away", ...connection("engine", down), ...waits, sees: returned, long: true },
  {
    ...behaves({ how: "stay silent" }),
    what: "silent for more than a minute",
    ...waits,
    sees: /Enhancing your photo .* Making your picture/,
    // The first attempt ends by a timeout, and the second one makes the picture.
    after: (person, page) => person.watch({ ...page, refreshes: true }),
    ledger: [-1],
    long: true,
  },
];

const identityFails = (fault: GotrueFault): Pick<Fault, "of" | "inject" | "restore"> => ({
  of: "identity",
  inject: ({ services }) => services.gotrue.fail(fault),
  restore: ({ services }) => services.gotrue.fail(null),
});
const signIn = ({ send, account: { email, password } }: Person) =>
  send("/login", new URLSearchParams({ email, password }));
const signsIn: Task = {
  before: (person) => person.send("/logout", new URLSearchParams()),
  during: signIn,
  after: signIn,
  seesThen: /Hello, Ada/,
  ledger: [],
};
const unreachable = /Sign in failed We could not reach the sign-in service\. Please try again in a moment\./;
const unchecked =
  /We could not check your session The sign-in service did not answer\. You are still signed in: please try again in a moment\./;
const refuses = { how: "refuse", status: 500 } as const;

export const identityFaults: Fault[] = [
  {
    ...identityFails({ how: "slow", ms: 2_000 }),
    what: "slow: answers 2 s later",
    ...signsIn,
    after: (person) => person.look("/dashboard"),
    sees: /Hello, Ada/,
  },
  { ...identityFails(refuses), what: "answers 500", ...signsIn, sees: unreachable },
  { ...identityFails({ how: "answer nonsense" }), what: "answers nonsense", ...signsIn, sees: unreachable },
  { of: "identity", what: "away", ...connection("identity", down), ...signsIn, sees: unreachable },
  { ...identityFails(refuses), what: "answers 500 while a gem is spent", ...spends, sees: unchecked },
  {
    of: "identity",
    what: "away while a gem is spent",
    ...connection("identity", down),
    ...spends,
    sees: unchecked,
  },
  { of: "identity", what: "away while a page is read", ...connection("identity", down), ...reads, sees: /Gallery/ },
];

const register = ({ send }: Person) =>
  send(
    "/register",
    new URLSearchParams({
      fullName: "Ada Obi",
      email: "ada@example.com",
      password: "correct horse",
      confirmPassword: "correct horse",
    }),
  );

export const mailFaults: Fault[] = [
  {
    of: "mail",
    what: "hangs up on the confirmation of an address",
    before: (person) => person.send("/logout", new URLSearchParams()),
    inject: ({ services }) => void (services.smtp.fault = "hangs-up"),
    during: register,
    sees: /Sign up failed .* Please try again in a moment\./,
    restore: ({ services }) => void (services.smtp.fault = null),
    after: register,
    seesThen: /Check your email/i,
    ledger: [],
  },
];
