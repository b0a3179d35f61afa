import type { Misbehaviour } from "../../../tests/servers/misbehave.ts";
import type { Fault } from "./fault.ts";
import { setTimeout as pause } from "node:timers/promises";
import { paidTwice } from "./payment-faults.ts";

const chooses: Pick<Fault, "of" | "during" | "after" | "seesThen" | "ledger"> = {
  of: "image host",
  during: (person) => person.upload(),
  after: (person) => person.upload(),
  seesThen: /lagos .* ready/,
  ledger: [],
};
const notKept = /Your photo could not be saved just now\. Nothing was spent\. Please try again in a moment\./;

const fails = (how: Misbehaviour): Pick<Fault, "inject" | "restore"> => ({
  inject: ({ services }) => services.cloudinary.fail("upload", how),
  restore: ({ services }) => services.cloudinary.fail("upload", null),
});
const away: Pick<Fault, "inject" | "restore"> = {
  inject: ({ lines }) => lines.images.become({ is: "down" }),
  restore: ({ lines }) => lines.images.become({ is: "well" }),
};

export const imageHostFaults: Fault[] = [
  {
    ...chooses,
    what: "slow: a photo is taken 2 s later",
    inject: ({ lines }) => lines.images.become({ is: "slow", ms: 2_000 }),
    restore: ({ lines }) => lines.images.become({ is: "well" }),
    sees: /lagos .* ready/,
  },
  { ...chooses, what: "answers 500 to a photo", ...fails({ how: "refuse", status: 500 }), sees: notKept },
  { ...chooses, what: "answers nonsense to a photo", ...fails({ how: "talk rubbish" }), sees: notKept },
  { ...chooses, what: "hangs up on a photo", ...fails({ how: "hang up" }), sees: notKept },
  { ...chooses, what: "away when a photo comes", ...away, sees: notKept },
  { ...chooses, what: "silent when a photo comes", ...fails({ how: "stay silent" }), sees: notKept, long: true },
  {
    of: "image host",
    what: "away when the result is to be stored",
    before: (person) => person.upload(),
    ...fails({ how: "refuse", status: 500 }),
    during: async (person, draft) => person.watch(await person.spend(draft)),
    sees: /Enhancement failed .* Your gem was returned\./,
    after: async (person, page) => person.watch(await person.spend(page)),
    seesThen: /lagos/,
    ledger: [-1, 1, -1],
    long: true,
  },
  {
    of: "image host",
    what: "away while the gallery is read",
    before: async (person) => person.watch(await person.spend(await person.upload())),
    ...away,
    during: (person) => person.look("/gallery"),
    sees: /Gallery/,
    ledger: [-1],
  },
];

const registers = new URLSearchParams({
  fullName: "Ada Obi",
  email: "ada@example.com",
  password: "correct horse",
  confirmPassword: "correct horse",
});
/** Longer than from one sweep of the receipts to the next. */
const receiptMs = 30_000;

export const mailFaults: Fault[] = [
  {
    of: "mail",
    what: "hangs up on the confirmation of an address",
    before: (person) => person.send("/logout", new URLSearchParams()),
    inject: ({ services }) => void (services.smtp.fault = "hangs-up"),
    during: (person) => person.send("/register", registers),
    sees: /Sign up failed .* Please try again in a moment\./,
    restore: ({ services }) => void (services.smtp.fault = null),
    after: (person) => person.send("/register", registers),
    seesThen: /Check your email/i,
    ledger: [],
  },
  {
    ...paidTwice,
    of: "mail",
    what: "away when gems were bought: the receipt comes later",
    inject: ({ lines }) => lines.mail.become({ is: "down" }),
    restore: async ({ services, lines }) => {
      const mails = services.smtp.mails.length;
      await lines.mail.become({ is: "well" });
      const until = performance.now() + receiptMs;
      while (services.smtp.mails.length === mails && performance.now() < until) await pause(200);
      if (services.smtp.mails.length === mails) throw new Error("no receipt came");
    },
    long: true,
  },
];
