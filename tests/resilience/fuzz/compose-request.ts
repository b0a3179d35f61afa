import { createHmac } from "node:crypto";
import type { SeededRandom } from "../seeded-random.ts";
import type { FuzzedProduct } from "./fuzzed-product.ts";
import { oddBody } from "./odd-bodies.ts";
import { oddCookie, oddHeader } from "./odd-headers.ts";
import { fieldName, oddValue, written } from "./odd-values.ts";

export interface FuzzRequest {
  /** As it goes over the wire. */
  bytes: Buffer;
  /** Less follows than was announced: our side of the connection is closed. */
  cut: boolean;
  /** Not HTTP as it should be: hanging up is an answer too. */
  malformed: boolean;
}

const methods = [
  ...Array.from({ length: 7 }, () => "GET"),
  ...Array.from({ length: 8 }, () => "POST"),
  ...["HEAD", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS", "get"],
] as [string, ...string[]];
const withBody = ["POST", "DELETE", "PUT", "PATCH"];

/** The next request of a seed's endless series. */
export function composeRequest(random: SeededRandom, product: FuzzedProduct): FuzzRequest {
  const { routes, port, members, things } = product;
  const oneIn = (times: number) => random.below(times) === 0;
  const route = random.pick(routes);
  const method = random.pick(methods);
  const value = () => (oneIn(3) ? random.pick(things) : oddValue(random));
  const target = addressOf(random, route, () => (oneIn(3) ? oddValue(random) : random.pick(things)));
  const { type, bytes: body } = oddBody(random, value, product.photo);
  const sends = withBody.includes(method) || oneIn(20);
  // Signing out would end a session for later requests, so its requests have no session of ours.
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

/** Ways in which a request is not one. */
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

/** The route's address with its parameters filled, spelled in some way, with some query. */
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

/** A line break would begin another header, which is the spoilers' part. */
const oneLine = (value: string) => value.replace(/[\r\n\u0000]/g, " ").replace(/[^\x00-\xff]/g, "?");

function inChunks(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2);
  const parts = [body.subarray(0, half), body.subarray(half)].filter((part) => part.length);
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]),
    Buffer.from("0\r\n\r\n"),
  ]);
}
