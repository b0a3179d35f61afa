import { adasSecrets, type Belongings, type Little } from "./belongings.ts";
import { routeIds } from "./targets.ts";
import type { Expected, Shape, Target } from "./target.ts";
import type { RawAnswer, RawRequest } from "../raw-request.ts";
import { randomUUID } from "node:crypto";

export interface Id {
  kind: "another member's" | "nobody's" | "malformed";
  text: string;
  /** As written in an address. */
  encoded: string;
}

/** Daily, each place gets a sixth of the malformed ids, and each malformed id a sixth of the places; with ALL=1 all. */
const sample = process.env["ALL"] === "1" ? 1 : 6;

/** The ids for the place with this number. */
function idsFor(target: Target, place: number, owned: Belongings): Id[] {
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

/** Inserted into addresses without further escaping. */
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

/** One request of the matrix, and its expected response. */
export interface Asked {
  target: Target;
  who: "another member" | "nobody signed in";
  id: { kind: "another member's" | "nobody's" | "malformed"; text: string };
  /** `.data`: the request of an open page; `alone`: for the data of one route, without its parents'. */
  method: (typeof methods)[number];
  request: RawRequest;
}

const methods = [
  "GET",
  "HEAD",
  "POST",
  "PUT",
  "PATCH",
  "DELETE",
  "OPTIONS",
  "GET .data",
  "GET .data alone",
  "POST .data",
] as const;
const people = ["another member", "nobody signed in"] as const;
const carriesBody = new Set(["POST", "PUT", "PATCH"]);

/** Every request about one place: each id, by each method, by each person; no duplicates. */
export function requestsFor(target: Target, place: number, owned: Belongings, mine: Little, cookie: string): Asked[] {
  const asked = new Map<string, Asked>();
  for (const id of idsFor(target, place, owned))
    for (const method of methods)
      for (const who of people) {
        if (!isWorthAsking(target, id, method, who)) continue;
        const request = requestOf(target, id, method, mine);
        const own = who === "another member" ? { ...request, cookie } : request;
        asked.set(JSON.stringify([method, own]), { target, who, id, method, request: own });
      }
  return [...asked.values()];
}

/**
 * Possible ids get every request. Malformed ids skip the methods that are refused before the id is read, and, on pages,
 * most requests of signed-out people.
 */
function isWorthAsking(target: Target, { kind, text }: Id, method: Asked["method"], who: Asked["who"]): boolean {
  const [verb, data, alone] = method.split(" ");
  if (data && target.kind !== "page") return false;
  if (kind !== "malformed") return true;
  if (alone) return false;
  // The number of photos that one member may send per hour is limited.
  if (target.kind === "page" && target.takesPhotos && verb === "POST") return false;
  if (target.kind === "page" && who === "nobody signed in") return method === "POST" && target.post !== undefined;
  // The same code reads the id as without `.data`, unless the path itself contains the id.
  if (data) return target.route.includes(":") && text.length < 100;
  return verb === "DELETE" ? target.delete !== undefined : verb === "GET" || verb === "POST";
}

export function verdictOn(asked: Asked, answer: RawAnswer, owned: Belongings): string | null {
  const { target, who, id, method, request } = asked;
  const question = `${who}: ${method} ${request.path.slice(0, 120)} ${JSON.stringify(request.body ?? "").slice(0, 120)}`;
  const given = `${answer.status} ${answer.headers.location ?? ""}`;
  const wrong = (what: string) =>
    `${question} [${target.route} ${target.field ?? ""}, ${id.kind} id]: ${given}: ${what}`;
  const leak = leakIn(request, answer, owned);
  if (leak) return wrong(`shows ${leak}`);
  if (answer.status >= 500) return wrong("an error of ours");
  // Dots and slashes lead to another address, outside this target.
  if (leadsElsewhere(request.path)) return null;
  const expected = expectedOf(asked);
  return isAnswered(expected, answer, method) ? null : wrong(`expected ${JSON.stringify(expected, printable)}`);
}

const printable = (_key: string, value: unknown) => (value instanceof RegExp ? String(value) : value);

function expectedOf({ target, who, id, method }: Asked): Expected {
  const verb = (method.split(" ")[0] ?? "").replace("HEAD", "GET").toLowerCase();
  if (verb !== "get" && verb !== "post" && verb !== "delete") return 405;
  const served = target[verb] ?? 405;
  if (who === "nobody signed in" && target.kind === "page" && verb !== "delete") return { to: /^\/login\?next=/ };
  if (who === "nobody signed in" && target.kind === "api") return served === 405 ? 405 : 401;
  if (method.startsWith("GET .data") && target.getData !== undefined) return target.getData;
  if (id.kind === "nobody's" && verb === "post") return target.unowned?.post ?? served;
  return id.kind === "malformed" ? (target.malformed?.[verb] ?? served) : served;
}

function isAnswered(expected: Expected, { status, headers }: RawAnswer, method: Asked["method"]): boolean {
  if (typeof expected === "number") return status === expected;
  if (!("to" in expected)) return expected.includes(status);
  // An open page reads the next address from the response.
  if (method.includes(".data")) return status === 202;
  const to = headers.location ?? "";
  const isRedirect = status === 302 || status === 303;
  return isRedirect && (typeof expected.to === "string" ? to === expected.to : expected.to.test(to));
}

function leakIn({ path, body }: RawRequest, answer: RawAnswer, owned: Belongings): string | undefined {
  if (answer.headers["content-type"]?.startsWith("image/")) return "a picture";
  const question = decodeURI(path.replaceAll("%", "%25")) + JSON.stringify(body ?? "");
  return [...adasSecrets, ...idsIn(owned)].find((secret) => answer.body.includes(secret) && !question.includes(secret));
}

const idsIn = (owned: Belongings): string[] =>
  Object.values(owned).flatMap((value) => (typeof value === "string" ? [value] : Object.values(value)));

/** True when a path leads to another place than intended: by dots and empty segments, or line breaks. */
function leadsElsewhere(path: string): boolean {
  const segments = (path.split("?")[0] ?? "")
    .replace(/\.data$/, "")
    .split("/")
    .slice(1);
  return segments.some((segment) => /^((\.|%2e){1,2})?$|%2f\.\.|%0a/i.test(segment));
}

/** The address of a page's data, for all its routes or one. */
function dataPath(path: string, routeId: string | undefined): string {
  const [place = "", query] = path.split("?");
  const parts = [...(query ? [query] : []), ...(routeId ? [`_routes=${encodeURIComponent(routeId)}`] : [])];
  return `${place}.data${parts.length ? `?${parts.join("&")}` : ""}`;
}

function requestOf(target: Target, { text, encoded }: Id, method: Asked["method"], mine: Little): RawRequest {
  const [verb = "GET", data, alone] = method.split(" ");
  const path = target.path(encoded, mine);
  const body = carriesBody.has(verb) ? target.body?.(text, mine) : undefined;
  return {
    method: verb,
    path: data ? dataPath(path, alone ? routeIds.get(target.route) : undefined) : path,
    ...(body ? { body } : {}),
  };
}
