import { randomUUID } from "node:crypto";
import type { Belongings } from "./belongings.ts";
import type { Shape, Target } from "./target.ts";

export interface Id {
  kind: "another member's" | "nobody's" | "malformed";
  text: string;
  /** As in an address. */
  encoded: string;
}

/** Everyday, each place meets a sixth of the malformed ids, and every malformed id a sixth of the places; with ALL=1 all. */
const sample = process.env["ALL"] === "1" ? 1 : 6;

/** The ids for the place with this number. */
export function idsFor(target: Target, place: number, owned: Belongings): Id[] {
  const theirs = target.ids(owned);
  const [first = ""] = theirs;
  const id = (kind: Id["kind"], text: string): Id => ({ kind, text, encoded: encodeURIComponent(text) });
  return [
    ...theirs.map((text) => id("another member's", text)),
    ...theirs
      .filter((text) => text.includes("/"))
      .map((text): Id => ({ kind: "another member's", text, encoded: text })),
    id("nobody's", unowned[target.shape]()),
    ...[
      ...malformed(first).map((text) => id("malformed", text)),
      ...malformedAsWritten.map((text): Id => ({ kind: "malformed", text, encoded: text })),
    ].filter((_id, at) => at % sample === place % sample),
  ];
}

const unowned: Record<Shape, () => string> = {
  uuid: randomUUID,
  token: () => randomUUID().replaceAll("-", ""),
  reference: () => "1700000000000-starter-NGN",
  "public id": () => `${randomUUID()}/photo`,
  time: () => `9999999999999998.${randomUUID()}`,
  checkout: () => randomUUID().replaceAll("-", ""),
};

const malformed = (id: string) => [
  "",
  " ",
  ".",
  "..",
  "a/b",
  "../../etc/passwd",
  "..\\..\\",
  "\u0000",
  `${id}\u0000`,
  `${id}/`,
  `${id}\n`,
  ` ${id}`,
  `{${id}}`,
  `${id}'--`,
  "' or '1'='1",
  "1;drop table photos",
  "null",
  "__proto__",
  "-1",
  "\u202eé😀",
  "\ud83d".toWellFormed(),
  "x".repeat(5_000),
  ...(id.toUpperCase() === id ? [] : [id.toUpperCase()]),
];

/** In addresses, not escaped once more. */
const malformedAsWritten = [
  "%00",
  "%2e%2e%2f%2e%2e%2f",
  "%2E%2E",
  "%252e%252e%252f",
  "..%5c",
  "%E0%A4%A",
  "%C0%AE",
  "..;",
];
