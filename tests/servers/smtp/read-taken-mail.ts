import type { Mail } from "../../../app/server/mail/mailer.ts";
import type { TakenMail } from "./smtp-server.ts";

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
