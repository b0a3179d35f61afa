import { createHmac } from "node:crypto";
import type { SeededRandom } from "../seeded-random.ts";
import type { FuzzedProduct } from "./fuzzed-product.ts";
import { oddBody } from "./odd-bodies.ts";
import { oddCookie, oddHeader } from "./odd-headers.ts";
import { fieldName, oddValue, written } from "./odd-values.ts";

export interface FuzzRequest {
  route: string;
  method: string;
  /** As it goes over the wire. */
  bytes: Buffer;
  /** Less follows than was announced: our side of the connection is closed. */
  cut: boolean;
  /** Not HTTP as it should be: hanging up is an answer too. */
  malformed: boolean;
}

const methods = [
  ...["GET", "GET", "GET", "GET", "GET", "GET", "GET", "POST", "POST", "POST", "POST", "POST", "POST", "POST", "POST"],
  ...["HEAD", "HEAD", "DELETE", "PUT", "PATCH", "OPTIONS", "get"],
] as const;

/** The next request of a seed's endless series. */
export function composeRequest(random: SeededRandom, product: FuzzedProduct): FuzzRequest {
  const { routes, port, members, things } = product;
  const route = random.pick(routes);
  const method = methods[random.below(methods.length)] ?? "GET";
  const id = () => (random.below(3) ? random.pick(things) : oddValue(random));
  const target = addressOf(random, route, id);
  const { type, bytes: body } = oddBody(
    random,
    () => (random.below(3) ? oddValue(random) : random.pick(things)),
    product.photo,
  );
  const sends =
    method === "POST" || method === "DELETE" || method === "PUT" || method === "PATCH" || random.below(20) === 0;
  // Signing out would end a session for later requests, so its requests have no session of ours.
  const cookie = route === "/logout" || random.below(3) === 0 ? "" : random.pick(members);
  const headers: [string, string][] = [
    [
      "Host",
      random.below(60) ? `localhost:${port}` : random.pick(["", "evil.example", "[::1", "a b", "localhost:99999"]),
    ],
    ["Connection", "close"],
    [
      "Fly-Client-IP",
      random.below(20) ? `10.${random.below(250)}.${random.below(250)}.${random.below(250)}` : oddValue(random),
    ],
  ];
  if (random.below(12)) headers.push(["Origin", `http://localhost:${port}`]);
  const cookies = [cookie, random.below(6) ? "" : oddCookie(random)].filter(Boolean);
  if (cookies.length) headers.push(["Cookie", cookies.join("; ")]);
  for (let more = random.below(3); more > 0; more -= 1) headers.push(oddHeader(random));
  if (random.below(150) === 0) headers.push(["X-Large", "x".repeat(20_000)]);
  if (random.below(100) === 0) headers.push(["Cookie", oddCookie(random)], ["Content-Type", "a/b"]);
  let announced = sends ? body.length : null;
  let cut = false;
  let chunked = false;
  if (sends) {
    headers.push(["Content-Type", type]);
    if (route === "/api/paystack/webhook" && random.below(3)) {
      headers.push(["x-paystack-signature", createHmac("sha512", product.paystackKey).update(body).digest("hex")]);
    }
    const framing = random.below(40);
    if (framing === 0) [announced, cut] = [body.length + 1 + random.below(5_000), true];
    else if (framing === 1) announced = Math.floor(body.length / 2);
    else if (framing < 5) [announced, chunked] = [null, true];
    if (announced !== null) headers.push(["Content-Length", String(announced)]);
    else if (chunked) headers.push(["Transfer-Encoding", "chunked"]);
  }
  const spoiled = random.below(80) === 0 ? random.pick(spoilers) : null;
  const head = [`${method} ${target} HTTP/1.1`, ...headers.map(([name, value]) => `${name}: ${oneLine(value)}`)];
  const lines = spoiled ? spoiled(head) : head;
  const sent = !sends ? Buffer.alloc(0) : chunked ? inChunks(body) : body;
  const bytes = Buffer.concat([Buffer.from(`${lines.join("\r\n")}\r\n\r\n`, "latin1"), sent]);
  const malformed =
    spoiled !== null || cut || chunked || (announced !== null && announced !== body.length) || !wellFormed(target);
  return { route, method, bytes, cut, malformed };
}

/** Ways in which a request is not one. */
const spoilers: [(lines: string[]) => string[], ...((lines: string[]) => string[])[]] = [
  ([first = "", ...rest]) => [first.replace("HTTP/1.1", "HTTP/9.9"), ...rest],
  ([first = "", ...rest]) => [first.replace(" ", "  "), ...rest],
  ([first = "", ...rest]) => [first.replace(/ \//, " http://other.example/"), ...rest],
  ([, ...rest]) => ["", ...rest],
  (lines) => [...lines, "Content-Length: 5", "Content-Length: 7"],
  (lines) => [...lines, "Content-Length: -1"],
  (lines) => [...lines, "Content-Length: 1e3"],
  (lines) => [...lines, "Transfer-Encoding: chunked, identity"],
  (lines) => [...lines, "No colon here"],
  (lines) => [...lines, "Na me: x"],
  (lines) => lines.filter((line) => !line.startsWith("Host")),
  (lines) => [...lines, " folded"],
];

/** The route's address with its parameters filled, spelled in some way, with some query. */
function addressOf(random: SeededRandom, route: string, id: () => string): string {
  const path = route
    .split("/")
    .map((segment) => (/^[:*]/.test(segment) ? written(random, id()) : segment))
    .join("/");
  const spelled = random.below(8)
    ? path
    : random.pick([
        `${path}/`,
        `/${path}`,
        path.toUpperCase(),
        `${path}/%2e%2e/x`,
        `${path}%00`,
        `${path}/..;/`,
        `${path};a=b`,
        `${path}//`,
      ]);
  const asData = random.below(6) ? spelled : `${spelled === "/" ? "/_root" : spelled}.data`;
  if (random.below(2)) return asData || "/";
  const pairs = Array.from(
    { length: random.below(4) + 1 },
    () => `${written(random, fieldName(random))}=${written(random, id())}`,
  );
  return `${asData}?${pairs.join("&")}`;
}

/** A line break would begin another header, which is the spoilers' part. */
const oneLine = (value: string) => value.replace(/[\r\n\u0000]/g, " ").replace(/[^\x00-\xff]/g, "?");
const wellFormed = (target: string) => /^[\x21-\x7e]+$/.test(target);

function inChunks(body: Buffer): Buffer {
  const half = Math.ceil(body.length / 2);
  const parts = [body.subarray(0, half), body.subarray(half)].filter((part) => part.length);
  return Buffer.concat([
    ...parts.flatMap((part) => [Buffer.from(`${part.length.toString(16)}\r\n`), part, Buffer.from("\r\n")]),
    Buffer.from("0\r\n\r\n"),
  ]);
}
