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
const waiting = /Waiting for your payment .*Paystack could not be asked just now\./;

const answers = (fault: ApiFault): Pick<Fault, "strike" | "relieve"> => ({
  strike: ({ services }) => void (services.paystack.fault = fault),
  relieve: ({ services }) => void (services.paystack.fault = "none"),
});
const gone: Pick<Fault, "strike" | "relieve"> = {
  strike: ({ lines }) => lines.payments.become({ is: "gone" }),
  relieve: ({ lines }) => lines.payments.become({ is: "well" }),
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

const chooses: Pick<Fault, "of" | "meanwhile" | "after" | "seesThen" | "ledger"> = {
  of: "payments",
  meanwhile: (person) => person.choosePackage(),
  after: (person) => person.choosePackage(),
  seesThen: atPaymentPage,
  ledger: [],
};
const comesBack: Pick<Fault, "of" | "before" | "meanwhile" | "after" | "seesThen" | "ledger"> = {
  of: "payments",
  before: (person, product) => pay(person, product, { webhook: "never" }),
  meanwhile: (person, paid) => person.look(paid.location ?? ""),
  after: (person, _, paid) => person.look(paid.location ?? ""),
  seesThen: credited,
  ledger: [bought],
};

export const paymentFaults: Fault[] = [
  { ...chooses, what: "slow at the beginning", ...answers("slow"), sees: atPaymentPage },
  { ...chooses, what: "answers 500 at the beginning", ...answers("500"), sees: nothingCharged },
  { ...chooses, what: "answers rubbish at the beginning", ...answers("rubbish"), sees: nothingCharged },
  { ...chooses, what: "gone at the beginning", ...gone, sees: nothingCharged },
  { ...chooses, what: "silent at the beginning", ...answers("silent"), sees: nothingCharged, long: true },
  { ...comesBack, what: "answers 500 about what was paid", ...answers("500"), sees: waiting },
  { ...comesBack, what: "answers rubbish about what was paid", ...answers("rubbish"), sees: waiting },
  { ...comesBack, what: "gone after it was paid", ...gone, sees: waiting },
  {
    of: "payments",
    what: "asked half the price",
    before: (person, product) => pay(person, product, { webhook: "never", amount: "wrong" }),
    strike: () => {},
    meanwhile: (person, paid) => person.look(paid.location ?? ""),
    sees: /Coin credit failed .*we couldn't credit your gems/,
    relieve: () => {},
    ledger: [],
  },
];

/** The same thing said twice. */
export const paidTwice: Fault = {
  of: "twice",
  what: "a webhook, and the buyer's return",
  before: (person, product) => pay(person, product, { webhook: "twice" }),
  strike: () => {},
  meanwhile: async (person, paid) => {
    const pages = await Promise.all([1, 2, 3].map(() => person.look(paid.location ?? "")));
    return pages.find(({ says }) => credited.test(says)) ?? pages[0] ?? paid;
  },
  sees: credited,
  relieve: () => {},
  ledger: [bought],
};
