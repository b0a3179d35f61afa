import type { GotrueFault } from "../../../tests/servers/gotrue/gotrue-server.ts";
import type { Fault } from "./fault.ts";

const unreachable = /Sign in failed We could not reach the sign-in service\. Please try again in a moment\./;
const unchecked =
  /We could not check your session The sign-in service did not answer\. You are still signed in: please try again in a moment\./;

const fails = (fault: GotrueFault): Pick<Fault, "inject" | "restore"> => ({
  inject: ({ services }) => services.gotrue.fail(fault),
  restore: ({ services }) => services.gotrue.fail(null),
});
const away: Pick<Fault, "inject" | "restore"> = {
  inject: ({ lines }) => lines.identity.become({ is: "down" }),
  restore: ({ lines }) => lines.identity.become({ is: "well" }),
};

const signsIn: Pick<Fault, "of" | "before" | "during" | "after" | "seesThen" | "ledger"> = {
  of: "identity",
  before: (person) => person.send("/logout", new URLSearchParams()),
  during: ({ send, account }) =>
    send("/login", new URLSearchParams({ email: account.email, password: account.password })),
  after: ({ send, account }) =>
    send("/login", new URLSearchParams({ email: account.email, password: account.password })),
  seesThen: /Hello, Ada/,
  ledger: [],
};
const spends: Pick<Fault, "of" | "before" | "during" | "after" | "seesThen" | "ledger"> = {
  of: "identity",
  before: (person) => person.upload(),
  during: (person, draft) => person.spend(draft),
  after: async (person, _, draft) => person.watch(await person.spend(draft)),
  seesThen: /lagos/,
  ledger: [-1],
};

export const identityFaults: Fault[] = [
  {
    ...signsIn,
    what: "slow: answers 2 s later",
    ...fails({ how: "slow", ms: 2_000 }),
    sees: /Hello, Ada/,
    after: undefined,
    seesThen: undefined,
  },
  { ...signsIn, what: "answers 500", ...fails({ how: "refuse", status: 500 }), sees: unreachable },
  { ...signsIn, what: "answers nonsense", ...fails({ how: "talk rubbish" }), sees: unreachable },
  { ...signsIn, what: "away", ...away, sees: unreachable },
  { ...spends, what: "answers 500 while a gem is spent", ...fails({ how: "refuse", status: 500 }), sees: unchecked },
  { ...spends, what: "away while a gem is spent", ...away, sees: unchecked },
  {
    of: "identity",
    what: "away while a page is read",
    ...away,
    during: (person) => person.look("/gallery"),
    sees: /Gallery/,
    ledger: [],
  },
];
