import { type AddressInfo, createServer, type Socket } from "node:net";
import { createInterface } from "node:readline";
import type { Mail } from "../../../app/server/mail/mailer.ts";

/** A mail received by an SMTP server. */
export interface TakenMail {
  /** The envelope: sender and recipients. */
  from: string;
  to: string[];
  user: string | null;
  /** Headers and body as received, dots unstuffed. */
  source: string;
}

export interface SmtpServer {
  /** `smtp://user:password@127.0.0.1:<port>` */
  url: string;
  mails: TakenMail[];
  fault: "refuses-recipient" | "refuses-mail" | "hangs-up" | null;
  close(): Promise<void>;
}

const user = "photogem";
const password = "smtp secret";

/** The part of RFC 5321 and RFC 4954 (AUTH PLAIN) for the delivery of one mail; it requires a sign-in first. */
export async function startSmtpServer(): Promise<SmtpServer> {
  const sockets = new Set<Socket>();
  const state: Pick<SmtpServer, "mails" | "fault"> = { mails: [], fault: null };
  const server = createServer((socket) => {
    sockets.add(socket.once("close", () => sockets.delete(socket)).on("error", () => {}));
    void converse(socket, state);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `smtp://${user}:${encodeURIComponent(password)}@127.0.0.1:${port}`,
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function converse(socket: Socket, state: Pick<SmtpServer, "mails" | "fault">) {
  const say = (line: string) => socket.write(`${line}\r\n`);
  let signedIn: string | null = null;
  let from = "";
  let to: string[] = [];
  let data: string[] | null = null;
  say("220 test.invalid ESMTP");
  for await (const line of createInterface({ input: socket, crlfDelay: Number.POSITIVE_INFINITY })) {
    if (state.fault === "hangs-up") return void socket.destroy();
    if (data) {
      if (line !== ".") {
        data.push(line.replace(/^\.\./, "."));
        continue;
      }
      if (state.fault !== "refuses-mail") state.mails.push({ from, to, user: signedIn, source: data.join("\n") });
      say(state.fault === "refuses-mail" ? "552 too much mail" : "250 taken");
      data = null;
      continue;
    }
    const [, verb = "", rest = ""] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    const address = /<([^>]*)>/.exec(rest)?.[1] ?? "";
    switch (verb.toUpperCase()) {
      case "EHLO":
        socket.write("250-test.invalid\r\n250-8BITMIME\r\n250 AUTH PLAIN\r\n");
        break;
      case "AUTH":
        signedIn = isOurs(rest) ? user : null;
        say(signedIn ? "235 welcome" : "535 who is that");
        break;
      case "MAIL":
        from = address;
        to = [];
        say(signedIn ? "250 ok" : "530 sign in first");
        break;
      case "RCPT":
        if (state.fault === "refuses-recipient") {
          say("550 nobody here by that name");
          break;
        }
        to.push(address);
        say("250 ok");
        break;
      case "DATA":
        data = [];
        say("354 go on");
        break;
      case "QUIT":
        say("221 bye");
        socket.end();
        break;
      default:
        say("502 not here");
    }
  }
}

function isOurs(auth: string): boolean {
  const [, secret = ""] = /^PLAIN\s+(\S+)$/i.exec(auth) ?? [];
  return Buffer.from(secret, "base64").toString() === `\0${user}\0${password}`;
}

export function readTakenMail({ to, source }: TakenMail): Mail {
  const [head, body] = cut(source);
  const boundary = /boundary="([^"]+)"/.exec(head)?.[1];
  const subject = (/^Subject: (.*(?:\n[ \t].*)*)/m.exec(head)?.[1] ?? "").replace(/\n\s/g, " ");
  if (!boundary) {
    const html = decode([head, body]);
    return { to: to.join(", "), subject, text: wordsOf(html), html };
  }
  const parts = body
    .split(`--${boundary}`)
    .slice(1, -1)
    .map((part) => cut(part.replace(/^\n|\n$/g, "")));
  const part = (type: string) => {
    const found = parts.find(([partHead]) => partHead.includes(`Content-Type: ${type}`));
    if (!found) throw new Error(`no ${type} in ${source}`);
    return decode(found);
  };
  return {
    to: to.join(", "),
    subject,
    text: part("text/plain"),
    html: part("text/html"),
  };
}

function wordsOf(html: string): string {
  const words = html
    .replace(/<style[\s\S]*?<\/style>/g, "")
    .replace(/<a [^>]*href="([^"]*)"[^>]*>([^<]*)<\/a>/g, "$2 $1 ")
    .replace(/<[^>]+>/g, "");
  return words.replaceAll("&amp;", "&");
}

/** Headers and body. */
function cut(text: string): [string, string] {
  const end = text.indexOf("\n\n");
  return [text.slice(0, end), text.slice(end + 2)];
}

function decode([head, body]: [string, string]): string {
  const encoding = /^Content-Transfer-Encoding: (\S+)/im.exec(head)?.[1];
  if (encoding === "base64") return Buffer.from(body, "base64").toString();
  if (encoding !== "quoted-printable") return body;
  const bytes = body
    .replace(/=\n/g, "")
    .replace(/=([0-9A-F]{2})/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  return Buffer.from(bytes, "latin1").toString();
}
