import type { Behaviour } from "../../../tests/servers/gemini/gemini-server.ts";
import { answer } from "../../../tests/servers/gemini/generate-content.ts";
import type { Fault } from "./fault.ts";

const has: Pick<Fault, "of" | "before" | "during" | "after" | "seesThen"> = {
  of: "AI",
  before: (person) => person.upload(),
  during: async (person, draft) => person.watch(await person.spend(draft)),
  after: async (person, page) => person.watch(await person.spend(page)),
  seesThen: /lagos/,
};
const behaves = (behaviour: Behaviour): Pick<Fault, "inject" | "restore"> => ({
  inject: ({ services }) => services.gemini.behave(behaviour),
  restore: ({ services }) => services.gemini.behave({ how: "make", make: "jpeg" }),
});
const returned = /Enhancement failed .* Your gem was returned\./;
const twice = [-1, 1, -1];

export const engineFaults: Fault[] = [
  {
    ...has,
    what: "slow: a picture takes 3 s",
    ...behaves({ how: "make", make: "jpeg", afterMs: 3_000 }),
    sees: /lagos/,
    after: undefined,
    seesThen: undefined,
    ledger: [-1],
  },
  {
    ...has,
    what: "blocks the photo",
    ...behaves({ how: "answer", body: answer({ finishReason: "IMAGE_SAFETY" }) }),
    sees: returned,
    ledger: twice,
  },
  { ...has, what: "answers nonsense", ...behaves({ how: "talk rubbish" }), sees: returned, ledger: twice },
  {
    ...has,
    what: "answers 500",
    ...behaves({ how: "refuse", status: 500 }),
    sees: returned,
    ledger: twice,
    long: true,
  },
  {
    ...has,
    what: "answers 429",
    ...behaves({ how: "refuse", status: 429 }),
    sees: returned,
    ledger: twice,
    long: true,
  },
  { ...has, what: "hangs up", ...behaves({ how: "hang up" }), sees: returned, ledger: twice, long: true },
  {
    ...has,
    what: "silent for more than a minute",
    ...behaves({ how: "stay silent" }),
    sees: /Enhancing your photo .* Making your picture/,
    // The first try is given up and the second one makes it.
    after: (person, page) => person.watch({ ...page, refreshes: true }),
    ledger: [-1],
    long: true,
  },
  {
    ...has,
    what: "away",
    inject: ({ lines }) => lines.engine.become({ is: "down" }),
    restore: ({ lines }) => lines.engine.become({ is: "well" }),
    sees: returned,
    ledger: twice,
    long: true,
  },
];
