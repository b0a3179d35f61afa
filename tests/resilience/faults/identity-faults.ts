import type { GotrueFault } from "../../../tests/servers/gotrue/gotrue-server.ts";
import type { Fault } from "./fault.ts";

const unreachable = /Sign in failed We could not reach the sign-in service\. Please try again in a moment\./;
const unchecked =
  /We could not check who you are The sign-in service did not answer\. You are still signed in: please try again in a moment\./;

const fails = (fault: GotrueFault): Pick<Fault, "strike" | "relieve"> => ({
  strike: ({ services }) => services.gotrue.fail(fault),
  relieve: ({ services }) => services.gotrue.fail(null),
});
const gone: Pick<Fault, "strike" | "relieve"> = {
  strike: ({ lines }) => lines.identity.become({ is: "gone" }),
  relieve: ({ lines }) => lines.identity.become({ is: "well" }),
};

const signsIn: Pick<Fault, "of" | "before" | "meanwhile" | "after" | "seesThen" | "ledger"> = {
  of: "identity",
  before: (person) => person.send("/logout", new URLSearchParams()),
  meanwhile: ({ send, account }) =>
    send("/login", new URLSearchParams({ email: account.email, password: account.password })),
  after: ({ send, account }) =>
    send("/login", new URLSearchParams({ email: account.email, password: account.password })),
  seesThen: /Hello, Ada/,
  ledger: [],
};
const presses: Pick<Fault, "of" | "before" | "meanwhile" | "after" | "seesThen" | "ledger"> = {
  of: "identity",
  before: (person) => person.upload(),
  meanwhile: (person, draft) => person.press(draft),
  after: async (person, _, draft) => person.watch(await person.press(draft)),
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
  { ...signsIn, what: "answers rubbish", ...fails({ how: "talk rubbish" }), sees: unreachable },
  { ...signsIn, what: "gone", ...gone, sees: unreachable },
  { ...presses, what: "answers 500 while a gem is spent", ...fails({ how: "refuse", status: 500 }), sees: unchecked },
  { ...presses, what: "gone while a gem is spent", ...gone, sees: unchecked },
  {
    of: "identity",
    what: "gone while a page is read",
    ...gone,
    meanwhile: (person) => person.look("/gallery"),
    sees: /Gallery/,
    ledger: [],
  },
];
