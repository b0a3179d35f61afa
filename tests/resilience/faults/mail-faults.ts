import { setTimeout as pause } from "node:timers/promises";
import type { Fault } from "./fault.ts";
import { paidTwice } from "./payment-faults.ts";

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
    strike: ({ services }) => void (services.smtp.fault = "hangs-up"),
    meanwhile: (person) => person.send("/register", registers),
    sees: /Sign up failed .* Please try again in a moment\./,
    relieve: ({ services }) => void (services.smtp.fault = null),
    after: (person) => person.send("/register", registers),
    seesThen: /Check your email/i,
    ledger: [],
  },
  {
    ...paidTwice,
    of: "mail",
    what: "gone when gems were bought: the receipt comes later",
    strike: ({ lines }) => lines.mail.become({ is: "gone" }),
    relieve: async ({ services, lines }) => {
      const mails = services.smtp.mails.length;
      await lines.mail.become({ is: "well" });
      const until = performance.now() + receiptMs;
      while (services.smtp.mails.length === mails && performance.now() < until) await pause(200);
      if (services.smtp.mails.length === mails) throw new Error("no receipt came");
    },
    long: true,
  },
];
