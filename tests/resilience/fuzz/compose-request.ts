import { createHmac } from "node:crypto";
import type { SeededRandom } from "../seeded-random.ts";
import type { FuzzedProduct } from "./fuzzed-product.ts";
import { oddBody } from "./odd-bodies.ts";
import { fieldName, oddValue, written } from "./odd-values.ts";

export interface FuzzRequest {
  /** Bytes on the wire. */
  bytes: Buffer;
  /** The request is shorter than announced, and our side of the connection is closed. */
  cut: boolean;
  /** The request is not valid HTTP, so the server may also close the connection. */
  malformed: boolean;
}

const methods = [
  ...Array.from({ length: 7 }, () => "GET"),
  ...Array.from({ length: 8 }, () => "POST"),
  ...["HEAD", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS", "get"],
] as [string, ...string[]];
const withBody = ["POST", "DELETE", "PUT", "PATCH"];

/** Composes the next request of a seed's endless series. */
export function composeRequest(random: SeededRandom, product: FuzzedProduct): FuzzRequest {
  const { routes, port, members, things } = product;
  const oneIn = (times: number) => random.below(times) === 0;
  const route = random.pick(routes);
  const method = random.pick(methods);
  const value = () => (oneIn(3) ? random.pick(things) : oddValue(random));
  const target = addressOf(random, route, () => (oneIn(3) ? oddValue(random) : random.pick(things)));
  const { type, bytes: body } = oddBody(random, value, product.photo);
  const sends = withBody.includes(method) || oneIn(20);
  // A sign-out would end a session for later requests, so /logout gets no session of ours.
  const cookie = route === "/logout" || oneIn(3) ? "" : random.pick(members);
  const oddHosts = ["", "evil.example", "[::1", "a b", "localhost:99999"] as const;
  const address = Array.from({ length: 3 }, () => random.below(250)).join(".");
  const headers: [string, string][] = [
    ["Host", oneIn(60) ? random.pick(oddHosts) : `localhost:${port}`],
    ["Connection", "close"],
    ["Fly-Client-IP", oneIn(20) ? oddValue(random) : `10.${address}`],
  ];
  if (!oneIn(12)) headers.push(["Origin", `http://localhost:${port}`]);
  const cookies = [cookie, oneIn(6) ? oddCookie(random) : ""].filter(Boolean);
  if (cookies.length) headers.push(["Cookie", cookies.join("; ")]);
  for (let more = random.below(3); more > 0; more -= 1) headers.push(oddHeader(random));
  if (oneIn(150)) headers.push(["X-Large", "x".repeat(20_000)]);
  if (oneIn(100)) headers.push(["Cookie", oddCookie(random)], ["Content-Type", "a/b"]);
  let announced = sends ? body.length : null;
  let cut = false;
  let chunked = false;
  if (sends) {
    headers.push(["Content-Type", type]);
    if (route === "/api/paystack/webhook" && !oneIn(3)) {
      headers.push(["x-paystack-signature", createHmac("sha512", product.paystackKey).update(body).digest("hex")]);
    }
    const framing = random.below(40);
    if (framing === 0) [announced, cut] = [body.length + 1 + random.below(5_000), true];
    else if (framing === 1) announced = Math.floor(body.length / 2);
    else if (framing < 5) [announced, chunked] = [null, true];
    if (announced !== null) headers.push(["Content-Length", String(announced)]);
    else if (chunked) headers.push(["Transfer-Encoding", "chunked"]);
  }
  const spoiled = oneIn(80);
  const head = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, text]) => `${name}: ${oneLine(text)}`)];
  const lines = spoiled ? random.pick(spoilers)(head) : head;
  const sent = !sends ? Buffer.alloc(0) : chunked ? inChunks(body) : body;
  const bytes = Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), sent]);
  const wellFormed = /^[\x21-\x7e]+$/.test(target);
  const misframed = cut || chunked || (announced !== null && announced !== body.length);
  return { bytes, cut, malformed: spoiled || misframed || !wellFormed };
}

const added = (line: string) => (lines: string[]) => [...lines, line];

/** Ways to make a request invalid. */
const spoilers: [(lines: string[]) => string[], ...((lines: string[]) => string[])[]] = [
  ([first = "", ...rest]) => [first.replace("HTTP/1.1", "HTTP/9.9"), ...rest],
  ([first = "", ...rest]) => [first.replace(" ", "  "), ...rest],
  ([first = "", ...rest]) => [first.replace(/ \//, " http://other.example/"), ...rest],
  ([, ...rest]) => ["", ...rest],
  (lines) => [...lines, "Content-Length: 5", "Content-Length: 7"],
  added("Content-Length: -1"),
  added("Content-Length: 1e3"),
  added("Transfer-Encoding: chunked, identity"),
  added("No colon here"),
  added("Na me: x"),
  added(" folded"),
  (lines) => lines.filter((line) => !line.startsWith("Host")),
];

/** The route's address with its parameters filled, sometimes oddly spelled, and with a random query. */
function addressOf(random: SeededRandom, route: string, id: () => string): string {
  const path = route.replace(/(?<=\/)[:*][^/]*/g, () => written(random, id()));
  const ends = ["/", "/%2e%2e/x", "%00", "/..;/", ";a=b", "//"] as const;
  const odd = random.pick([() => path + random.pick(ends), () => `/${path}`, () => path.toUpperCase()]);
  const spelled = random.below(8) ? path : odd();
  const asData = random.below(6) ? spelled : `${spelled === "/" ? "/_root" : spelled}.data`;
  if (random.below(2)) return asData || "/";
  const pair = () => `${written(random, fieldName(random))}=${written(random, id())}`;
  return `${asData}?${Array.from({ length: random.below(4) + 1 }, pair).join("&")}`;
}

/** Removes line breaks, which would begin another header: only `spoilers` do that. */
const oneLine = (value: string) => value.replace(/[\r\n\u0000]/g, " ").replace(/[^\x00-\xff]/g, "?");

function inChunks(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2);
  const parts = [body.subarray(0, half), body.subarray(half)].filter((part) => part.length);
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]),
    Buffer.from("0\r\n\r\n"),
  ]);
}

const values: Record<string, [string, ...string[]]> = {
  Range: ["bytes=0-", "bytes=5-2", "bytes=-1", "bytes=0-0,1-1,2-2", "bytes=99999999999999-", "chars=0-1", "bytes"],
  "If-None-Match": ["*", '"x"', 'W/"x", "y"', "x".repeat(4_000), '"'],
  "If-Modified-Since": ["Thu, 01 Jan 1970 00:00:00 GMT", "yesterday", "9".repeat(100)],
  "If-Match": ["*", '"nothing"'],
  "If-Range": ['"x"', "never"],
  Accept: ["*/*", "", "text/html;q=2", "application/json", "image/avif,".repeat(200), ";;;", "text/x-component"],
  "Accept-Encoding": ["br", "gzip;q=0", "identity;q=0, *;q=0", "br;q=", "zstd", ",,,,"],
  "Accept-Language": ["yo-NG", "x".repeat(2_000), "*;q=abc"],
  "Idempotency-Key": ["", "short", "x".repeat(101), "a\tb", "ok-key-of-mine"],
  "X-Paystack-Signature": ["", "00", "f".repeat(128), "z".repeat(128)],
  "X-Forwarded-For": ["127.0.0.1", "::1, ' or 1=1", "x".repeat(2_000)],
  "X-Forwarded-Host": ["evil.example"],
  "X-Forwarded-Proto": ["https", "gopher"],
  "Fly-Request-Id": ["", "a b", "x".repeat(2_000), "forged-request-id"],
  "Save-Data": ["on", "maybe"],
  "User-Agent": ["", "Googlebot/2.1", "x".repeat(4_000)],
  Referer: ["http://evil.example/", "/", "\u00ff\u00fe"],
  Purpose: ["prefetch"],
  Expect: ["100-continue", "200-ok"],
  Upgrade: ["websocket", "h2c"],
  Connection: ["upgrade", "close, keep-alive", "Host"],
  "Content-Encoding": ["gzip", "br"],
  "Content-Disposition": ["attachment"],
  "X-HTTP-Method-Override": ["DELETE"],
  Authorization: ["Bearer x", "Basic ====", "Bearer "],
  Forwarded: ["for=127.0.0.1;host=evil.example"],
  "Sec-Fetch-Site": ["cross-site", "same-site", "none", "nonsense"],
  "Sec-Fetch-Mode": ["navigate", "cors"],
};
const names = Object.keys(values) as [string, ...string[]];

/** A header that our own pages never send, or a value that they never use. */
function oddHeader(random: SeededRandom): [string, string] {
  const name = random.pick(names);
  return [name, random.pick(values[name] ?? ["x"])];
}

/** Unknown cookies, or broken versions of ours. */
function oddCookie(random: SeededRandom): string {
  const session = (text: string) => `photogem-session=base64-${Buffer.from(text).toString("base64url")}`;
  return random.pick<() => string>([
    () => session('{"access_token":"a.b.c","refresh_token":"x","expires_at":1}'),
    () => session('{"access_token":"a.b.c","refresh_token":"a\\u0000b","expires_at":99999999999}'),
    () => session("[[[["),
    () => session('{"access_token":1,"refresh_token":{},"user":[]}'),
    () => "photogem-session=base64-%%%",
    () => "photogem-session.0=base64-e30; photogem-session.1=x; photogem-session.9=y",
    () => "flash=x.y; tz=../../etc; currency=<x>; styles=1",
    () => `tz=${visible(oddValue(random))}; flash=${visible(oddValue(random))}`,
    () => Array.from({ length: 80 }, (_, index) => `c${index}=1`).join("; "),
    () => "=; ;;=a;",
    () => `big=${"x".repeat(8_000)}`,
  ])();
}

const visible = (value: string) => value.replace(/[^\x20-\x7e]/g, "?");
