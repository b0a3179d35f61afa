import { fileURLToPath } from "node:url";
import { freePort } from "../../free-port.ts";
import { type ProductProcess, productProcess } from "../product/product-process.ts";
import { type Fault, noPage } from "./fault.ts";
import type { FaultyProduct } from "./faulty-product.ts";
import type { Page } from "./page.ts";
import { newPerson, type Person } from "./person.ts";

const shiftedClock = fileURLToPath(new URL("../product/shifted-clock-process.ts", import.meta.url));

/** Another web process whose clock is off, at which a member signs in and does something. */
function clockIsOff(
  minutes: number,
  work: (person: Person) => Promise<Page>,
): Pick<Fault, "inject" | "restore" | "during"> {
  let off: { web: ProductProcess; url: string } | undefined;
  return {
    async inject({ environment }: FaultyProduct) {
      const port = await freePort();
      const web = productProcess("web", {
        ...environment,
        PORT: String(port),
        NODE_OPTIONS: `--import ${shiftedClock}`,
        CLOCK_SHIFT_MS: String(minutes * 60_000),
      });
      off = { web, url: `http://localhost:${port}` };
      await web.start();
    },
    async during(person, _, { url }) {
      if (!off) return noPage;
      const there = newPerson({ url: off.url, appUrl: url }, person.account, person.photo);
      await there.visitor.signIn(person.account);
      return work(there);
    },
    restore: () => off?.web.kill(),
  };
}

export const clockFaults: Fault[] = [
  ...[-10, 10].map((minutes): Fault => ({
    of: "clock",
    what: `a web process is 10 minutes ${minutes < 0 ? "slow" : "fast"}`,
    long: minutes < 0,
    ...clockIsOff(minutes, async (person) => person.watch(await person.spend(await person.upload()))),
    sees: /lagos/,
    ledger: [-1],
  })),
  {
    of: "clock",
    what: "a web process is two hours fast: the image host takes nothing from it",
    long: true,
    ...clockIsOff(120, (person) => person.upload()),
    sees: /Your photo could not be saved just now\. Nothing was spent\./,
    after: (person) => person.upload(),
    seesThen: /lagos .* ready/,
    ledger: [],
  },
];
