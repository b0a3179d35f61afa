import { setTimeout as pause } from "node:timers/promises";
import { noSandboxFaults, type SandboxFaults } from "../../../app/gems/sandbox/payment-sandbox.ts";
import type { ApiFault } from "../../servers/paystack/paystack-server.ts";
import type { Page, Person } from "../product/person.ts";
import { choosesPackage, connection, type Fault, none, type Task } from "./fault.ts";
import type { FaultyProduct } from "./faulty-product.ts";

const of = "payments";
const bought = 8;
const nothingCharged =
  /Payment not started We couldn't reach the payment page\. Nothing was charged\. Please try again\./;
const credited = /Purchase successful! 8 gems have been added to your account\./;
const waiting = /Waiting for your payment .*We couldn't reach Paystack just now\./;

const answers = (fault: ApiFault): Pick<Fault, "inject" | "restore"> => ({
  inject: ({ services }) => void (services.paystack.fault = fault),
  restore: ({ services }) => void (services.paystack.fault = "none"),
});
const away = connection("payments", { is: "down" });

/** Pays on the provider's page. The result's location is the buyer's next page. */
async function pay(person: Person, { services }: FaultyProduct, faults: Partial<SandboxFaults>): Promise<Page> {
  const checkout = await person.choosePackage();
  const accessCode = decodeURIComponent(checkout.location?.split("/").at(-1) ?? "");
  const location = await services.paystack.page.act(accessCode, {
    button: "pay",
    faults: { ...noSandboxFaults, ...faults },
  });
  return { ...checkout, location };
}

const comesBack: Task = {
  before: (person, product) => pay(person, product, { webhook: "never" }),
  during: (person, paid) => person.look(paid.location ?? ""),
  after: (person, _, paid) => person.look(paid.location ?? ""),
  seesThen: credited,
  ledger: [bought],
};

/** The same payment reported several times. */
const paidTwice: Fault = {
  of: "twice",
  what: "a webhook, and the buyer's return",
  ...none,
  before: (person, product) => pay(person, product, { webhook: "twice" }),
  during: async (person, paid) => {
    const pages = await Promise.all([1, 2, 3].map(() => person.look(paid.location ?? "")));
    return pages.find(({ text }) => credited.test(text)) ?? pages[0] ?? paid;
  },
  sees: credited,
  ledger: [bought],
};

/** Longer than the interval between two sweeps of the receipts. */
const receiptMs = 30_000;

/** tests/database/buying-faults.test.ts covers wrong amounts and replays. */
export const paymentFaults: Fault[] = [
  { of, what: "slow at the beginning", ...answers("slow"), ...choosesPackage, sees: /^the payment page$/ },
  { of, what: "answers 500 at the beginning", ...answers("500"), ...choosesPackage, sees: nothingCharged },
  { of, what: "answers nonsense at the beginning", ...answers("nonsense"), ...choosesPackage, sees: nothingCharged },
  { of, what: "away at the beginning", ...away, ...choosesPackage, sees: nothingCharged },
  { of, what: "silent at the beginning", ...answers("silent"), ...choosesPackage, sees: nothingCharged, long: true },
  { of, what: "answers 500 about the payment", ...answers("500"), ...comesBack, sees: waiting },
  { of, what: "answers nonsense about the payment", ...answers("nonsense"), ...comesBack, sees: waiting },
  { of, what: "away after the payment", ...away, ...comesBack, sees: waiting },
  paidTwice,
  {
    ...paidTwice,
    of: "mail",
    what: "away when gems were bought: the receipt comes later",
    inject: ({ connections }) => connections.mail.become({ is: "down" }),
    restore: async ({ services, connections }) => {
      const mails = services.smtp.mails.length;
      await connections.mail.become({ is: "well" });
      const until = performance.now() + receiptMs;
      while (services.smtp.mails.length === mails && performance.now() < until) await pause(200);
      if (services.smtp.mails.length === mails) throw new Error("no receipt came");
    },
    long: true,
  },
];
