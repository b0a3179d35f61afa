import { request as send } from "node:http";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, Product, test } from "./product.ts";
import { sendRaw } from "./raw-request.ts";

const nulToken = Buffer.from('{"access_token":"a.b.c","refresh_token":"a\\u0000b","expires_at":1}').toString(
  "base64url",
);
const form = { "Content-Type": "application/x-www-form-urlencoded" };

const hostile: {
  what: string;
  path: string;
  expected: number;
  method?: string;
  headers?: Record<string, string>;
  body?: string;
}[] = [
  { what: "a range that ends before it starts", path: "/favicon.svg", headers: { Range: "bytes=5-2" }, expected: 200 },
  {
    what: "a field that names a list of 200 million",
    path: "/login",
    method: "POST",
    headers: form,
    body: "email[200000000]=1",
    expected: 400,
  },
  {
    what: "a form library's own command",
    path: "/login",
    method: "POST",
    headers: form,
    body: "__intent__=%7B",
    expected: 400,
  },
  {
    what: "JSON where a form belongs",
    path: "/forgot-password",
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: "{",
    expected: 400,
  },
  {
    what: "a field whose extended name cannot be decoded",
    path: "/register",
    method: "POST",
    headers: { "Content-Type": "multipart/form-data; boundary=x" },
    body: "--x\r\nContent-Disposition: form-data; name*=UTF-8''%ff\r\n\r\n1\r\n--x--\r\n",
    expected: 400,
  },
  { what: "TRACE", path: "/", method: "TRACE", expected: 405 },
  { what: "DELETE on a form's address", path: "/logout", method: "DELETE", expected: 405 },
  { what: "another server's address", path: "http://other.example/", expected: 400 },
  { what: "another server's name", path: "/mailbox", headers: { Host: "evil.example" }, expected: 421 },
  {
    what: "a proxy's request for the embedded mailbox",
    path: "/mailbox",
    headers: { "X-Forwarded-For": "203.0.113.5" },
    expected: 403,
  },
  { what: "a proxy's request for its data", path: "/mailbox.data", headers: { Via: "1.1 proxy" }, expected: 403 },
  {
    what: "a proxy's request for the embedded checkout",
    path: "/sandbox/paystack/none",
    headers: { Forwarded: "for=203.0.113.5" },
    expected: 403,
  },
  { what: "broken percent-encoding", path: "/%E0%A4%A", expected: 404 },
  { what: "a NUL in a picture's address", path: "/images/%00/320.webp", expected: 401 },
  {
    what: "a session cookie with a NUL",
    path: "/login",
    headers: { Cookie: `photogem-session=base64-${nulToken}` },
    expected: 200,
  },
  {
    what: "cookies that are none",
    path: "/login",
    headers: { Cookie: "photogem-session=%%%; flash=x; tz=../../etc; currency=<x>" },
    expected: 200,
  },
  {
    what: "a form from another site",
    path: "/logout",
    method: "POST",
    headers: { Origin: "https://evil.example" },
    expected: 403,
  },
  { what: "an unsigned webhook", path: "/api/paystack/webhook", method: "POST", body: "{}", expected: 401 },
  { what: "a next that leads away", path: "/login?next=/%09/evil.example", expected: 200 },
];

for (const { what, expected, ...request } of hostile) {
  test(`the product answers ${what} with ${expected} and continues`, async ({ product }) => {
    const saidBefore = product.output.length;
    expect(await statusOf(product, request)).toBe(expected);
    expect(await statusOf(product, { path: "/healthz" })).toBe(200);
    expect(product.output.slice(saidBefore)).not.toMatch(/"level":50/);
  });
}

test("a connection whose header never ends is closed within 15 seconds", async ({ product }) => {
  test.setTimeout(20_000);
  const socket = connect(Number(new URL(product.url).port), "localhost");
  socket.write("GET / HTTP/1.1\r\nHost: localhost\r\n");
  await once(socket.resume(), "close");
});

test("behind https, pages and files tell browsers to stay with https", async () => {
  const product = await Product.create({ APP_URL: "https://photogem.example", ALLOW_EMBEDDED: "1" });
  try {
    for (const path of ["/", "/favicon.svg", "/sw.js"]) {
      const { headers } = await sendRaw(product, { path, headers: { Host: "photogem.example" } });
      expect(headers["strict-transport-security"], path).toBe("max-age=31536000; includeSubDomains");
    }
  } finally {
    await product.remove();
  }
});

type Sent = Omit<(typeof hostile)[number], "what" | "expected">;

function statusOf({ url }: Product, { path, method = "GET", headers = {}, body }: Sent): Promise<number | undefined> {
  const { port, origin } = new URL(url);
  const fields = { Host: `localhost:${port}`, Origin: origin, Connection: "close", ...headers };
  const length = body === undefined ? {} : { "Content-Length": String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    send({ port, method, path, headers: { ...fields, ...length } }, (response) => {
      response.resume().on("end", () => resolve(response.statusCode));
    })
      .on("error", reject)
      .end(body);
  });
}
