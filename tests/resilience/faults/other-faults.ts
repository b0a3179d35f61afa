import { once } from "node:events";
import { connect } from "node:net";
import { fileURLToPath } from "node:url";
import { productProcess, type ServerProcess } from "../../../perf/servers/product.ts";
import { freePort } from "../../free-port.ts";
import { newPerson, type Page, type Person } from "../product/person.ts";
import { type Fault, none, noPage, spends, uploads } from "./fault.ts";

const shiftedClock = fileURLToPath(new URL("../product/shifted-clock-process.ts", import.meta.url));

/** Starts another web process with a wrong clock; a member signs in there and runs `work`. */
function clockIsOff(
  minutes: number,
  work: (person: Person) => Promise<Page>,
): Pick<Fault, "of" | "inject" | "restore" | "during"> {
  let off: { web: ServerProcess; url: string } | undefined;
  return {
    of: "clock",
    async inject({ environment }) {
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
    what: `a web process is 10 minutes ${minutes < 0 ? "slow" : "fast"}`,
    long: minutes < 0,
    ...clockIsOff(minutes, async (person) => person.watch(await person.spend(await person.upload()))),
    sees: /lagos/,
    ledger: [-1],
  })),
  {
    ...uploads,
    what: "a web process is two hours fast: the image host takes nothing from it",
    long: true,
    ...clockIsOff(120, (person) => person.upload()),
    sees: /Your photo could not be saved just now\. Nothing was spent\./,
  },
];

const lost = { ...noPage, text: "the browser's own words: the connection was lost" };

export const requestFaults: Fault[] = [
  {
    of: "twice",
    what: "one form, five times at once",
    ...none,
    before: (person) => person.upload(),
    during: async (person, draft) => {
      const jobs = await Promise.all([1, 2, 3, 4, 5].map(() => person.spend(draft)));
      return person.watch(jobs[0] ?? draft);
    },
    sees: /lagos/,
    ledger: [-1],
  },
  {
    of: "connection",
    what: "cut in the middle of an upload",
    ...none,
    ...uploads,
    during: async (person) => {
      const part = 'Content-Disposition: form-data; name="image"; filename="lagos.jpg"\r\nContent-Type: image/jpeg';
      const half = `--half\r\n${part}\r\n\r\n${"x".repeat(50_000)}`;
      await sendAndDisconnect(person, "/surprise-me", "multipart/form-data; boundary=half", half, 100_000);
      return lost;
    },
    sees: /connection was lost/,
  },
  {
    of: "connection",
    what: "cut while a form is answered",
    ...none,
    ...spends,
    during: async (person, draft) => {
      const form = draft.forms.find(({ fields }) => "key" in fields);
      const body = new URLSearchParams(form?.fields).toString();
      await sendAndDisconnect(person, form?.action ?? "", "application/x-www-form-urlencoded", body, body.length);
      return lost;
    },
    sees: /connection was lost/,
  },
];

/** Announces a body of `length` bytes, sends only `body`, and disconnects before the answer. */
async function sendAndDisconnect(person: Person, path: string, type: string, body: string, length: number) {
  const { hostname, port, host } = new URL(person.url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${person.url}`,
    `Cookie: ${person.visitor.cookies()}`,
    `Content-Type: ${type}`,
    `Content-Length: ${length}`,
  ];
  await new Promise<void>((resolve) => socket.write(`${head.join("\r\n")}\r\n\r\n${body}`, () => resolve()));
  socket.destroy();
}
