import { noSandboxFaults, type SandboxFaults } from "../../../app/gems/sandbox/payment-sandbox.ts";
import type { ApiFault } from "../../../tests/servers/paystack/paystack-server.ts";
import type { Fault } from "./fault.ts";
import type { FaultyProduct } from "./faulty-product.ts";
import type { Page } from "./page.ts";
import type { Person } from "./person.ts";

const bought = 8;
const nothingCharged =
  /Payment not started The payment page could not be reached\. Nothing was charged\. Please try again\./;
const atPaymentPage = /^the payment page$/;
const credited = /Purchase successful! 8 gems have been added to your account\./;
const waiting = /Waiting for your payment .*We couldn't reach Paystack just now\./;

const answers = (fault: ApiFault): Pick<Fault, "inject" | "restore"> => ({
  inject: ({ services }) => void (services.paystack.fault = fault),
  restore: ({ services }) => void (services.paystack.fault = "none"),
});
const away: Pick<Fault, "inject" | "restore"> = {
  inject: ({ lines }) => lines.payments.become({ is: "down" }),
  restore: ({ lines }) => lines.payments.become({ is: "well" }),
};

/** Pays on the provider's page; its location is where the buyer goes next. */
async function pay(person: Person, { services }: FaultyProduct, faults: Partial<SandboxFaults>): Promise<Page> {
  const checkout = await person.choosePackage();
  const accessCode = decodeURIComponent(checkout.location?.split("/").at(-1) ?? "");
  const location = await services.paystack.page.act(accessCode, {
    button: "pay",
    faults: { ...noSandboxFaults, ...faults },
  });
  return { ...checkout, location };
}

const chooses: Pick<Fault, "of" | "during" | "after" | "seesThen" | "ledger"> = {
  of: "payments",
  during: (person) => person.choosePackage(),
  after: (person) => person.choosePackage(),
  seesThen: atPaymentPage,
  ledger: [],
};
const comesBack: Pick<Fault, "of" | "before" | "during" | "after" | "seesThen" | "ledger"> = {
  of: "payments",
  before: (person, product) => pay(person, product, { webhook: "never" }),
  during: (person, paid) => person.look(paid.location ?? ""),
  after: (person, _, paid) => person.look(paid.location ?? ""),
  seesThen: credited,
  ledger: [bought],
};

export const paymentFaults: Fault[] = [
  { ...chooses, what: "slow at the beginning", ...answers("slow"), sees: atPaymentPage },
  { ...chooses, what: "answers 500 at the beginning", ...answers("500"), sees: nothingCharged },
  { ...chooses, what: "answers nonsense at the beginning", ...answers("rubbish"), sees: nothingCharged },
  { ...chooses, what: "away at the beginning", ...away, sees: nothingCharged },
  { ...chooses, what: "silent at the beginning", ...answers("silent"), sees: nothingCharged, long: true },
  { ...comesBack, what: "answers 500 about what was paid", ...answers("500"), sees: waiting },
  { ...comesBack, what: "answers nonsense about what was paid", ...answers("rubbish"), sees: waiting },
  { ...comesBack, what: "away after it was paid", ...away, sees: waiting },
  {
    of: "payments",
    what: "asked half the price",
    before: (person, product) => pay(person, product, { webhook: "never", amount: "wrong" }),
    inject: () => {},
    during: (person, paid) => person.look(paid.location ?? ""),
    sees: /Coin credit failed .*we couldn't credit your gems/,
    restore: () => {},
    ledger: [],
  },
];

/** The same payment reported several times. */
export const paidTwice: Fault = {
  of: "twice",
  what: "a webhook, and the buyer's return",
  before: (person, product) => pay(person, product, { webhook: "twice" }),
  inject: () => {},
  during: async (person, paid) => {
    const pages = await Promise.all([1, 2, 3].map(() => person.look(paid.location ?? "")));
    return pages.find(({ text }) => credited.test(text)) ?? pages[0] ?? paid;
  },
  sees: credited,
  restore: () => {},
  ledger: [bought],
};
