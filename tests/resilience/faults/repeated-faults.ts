import { connect } from "node:net";
import { once } from "node:events";
import type { Fault } from "./fault.ts";
import type { Person } from "./person.ts";

const nothing = () => {};

export const repeatedFaults: Fault[] = [
  {
    of: "twice",
    what: "one form, five times at once",
    before: (person) => person.upload(),
    inject: nothing,
    during: async (person, draft) => {
      const jobs = await Promise.all([1, 2, 3, 4, 5].map(() => person.spend(draft)));
      return person.watch(jobs[0] ?? draft);
    },
    sees: /lagos/,
    restore: nothing,
    ledger: [-1],
  },
  {
    of: "connection",
    what: "cut in the middle of an upload",
    inject: nothing,
    during: async (person, page) => {
      await sendHalfAPhoto(person);
      return { ...page, text: "the browser's own words: the connection was lost" };
    },
    sees: /connection was lost/,
    restore: nothing,
    after: (person) => person.upload(),
    seesThen: /lagos .* ready/,
    ledger: [],
  },
  {
    of: "connection",
    what: "cut while a form is answered",
    before: (person) => person.upload(),
    inject: nothing,
    during: async (person, draft) => {
      await submitAndDisconnect(person, draft);
      return { ...draft, text: "the browser's own words: the connection was lost" };
    },
    sees: /connection was lost/,
    restore: nothing,
    after: async (person, _, draft) => person.watch(await person.spend(draft)),
    seesThen: /lagos/,
    ledger: [-1],
  },
];

/** Sends the first half of an upload and disconnects. */
async function sendHalfAPhoto({ visitor, url }: Person) {
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const head = [
    "POST /surprise-me HTTP/1.1",
    `Host: ${host}`,
    `Origin: ${url}`,
    `Cookie: ${visitor.cookies()}`,
    "Content-Type: multipart/form-data; boundary=half",
    "Content-Length: 100000",
    "",
    '--half\r\nContent-Disposition: form-data; name="image"; filename="lagos.jpg"\r\nContent-Type: image/jpeg\r\n\r\n',
  ].join("\r\n");
  await new Promise<void>((resolve) => socket.write(head + "x".repeat(50_000), () => resolve()));
  socket.destroy();
}

/** Sends the whole form and disconnects before the answer. */
async function submitAndDisconnect({ visitor, url }: Person, draft: Parameters<Fault["during"]>[1]) {
  const form = draft.forms.find(({ fields }) => "key" in fields);
  const body = new URLSearchParams(form?.fields).toString();
  const { hostname, port, host } = new URL(url);
  const socket = connect(Number(port), hostname);
  await once(socket, "connect");
  const head = [
    `POST ${form?.action} HTTP/1.1`,
    `Host: ${host}`,
    `Origin: ${url}`,
    `Cookie: ${visitor.cookies()}`,
    "Content-Type: application/x-www-form-urlencoded",
    `Content-Length: ${body.length}`,
    "",
    body,
  ].join("\r\n");
  await new Promise<void>((resolve) => socket.write(head, () => resolve()));
  socket.destroy();
}
