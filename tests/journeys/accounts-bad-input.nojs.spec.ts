import { request as send } from "node:http";
import { text } from "node:stream/consumers";
import { expect, signIn, test, type Account, type Product } from "./product.ts";
import { cookieOf } from "./raw-request.ts";

/** Every form of sign-up, confirmation, recovery and settings: its address, its fields, and who may post it. */
const forms: { path: string; fields: string[]; secrets: string[]; signedIn?: boolean; anyName?: boolean }[] = [
  { path: "/register", fields: ["fullName", "email"], secrets: ["password", "confirmPassword"] },
  { path: "/login", fields: ["email"], secrets: ["password"] },
  { path: "/verify-email", fields: ["email"], secrets: [] },
  { path: "/forgot-password", fields: ["email"], secrets: [] },
  { path: "/reset-password", fields: [], secrets: ["password", "confirmPassword"], signedIn: true },
  // Every name is valid, and an empty one saves the email address.
  { path: "/settings/profile", fields: ["displayName"], secrets: [], signedIn: true, anyName: true },
  {
    path: "/settings/password",
    fields: [],
    secrets: ["currentPassword", "password", "confirmPassword"],
    signedIn: true,
  },
  { path: "/settings/delete-account", fields: [], secrets: ["password"], signedIn: true },
];
type Form = (typeof forms)[number];

const urlencoded = "application/x-www-form-urlencoded";
const secret = "pst-";

const posts: {
  what: string;
  type?: string;
  body: (form: Form) => string;
  typed?: string;
  aName?: boolean;
}[] = [
  { what: "nothing", type: urlencoded, body: () => "", aName: true },
  { what: "no content type", body: (form) => filled(form, "x") },
  { what: "text", type: "text/plain", body: (form) => filled(form, "x") },
  { what: "JSON", type: "application/json", body: (form) => JSON.stringify(Object.fromEntries(pairs(form, "x"))) },
  { what: "JSON that is none", type: "application/json", body: () => "{" },
  { what: "1 MB", type: urlencoded, body: (form) => filled(form, "x".repeat(1_000_000)) },
  {
    what: "5 000 characters",
    type: urlencoded,
    body: (form) => filled(form, "ẹ".repeat(5_000)),
    typed: "ẹ".repeat(5_000),
  },
  { what: "NUL", type: urlencoded, body: (form) => filled(form, "\0"), aName: true },
  {
    what: "markup",
    type: urlencoded,
    body: (form) => filled(form, `"><script>1</script>`.repeat(20)),
    typed: "&gt;&lt;script",
  },
  {
    what: "every field twice",
    type: urlencoded,
    body: (form) => `${filled(form, "first@x")}&${filled(form, "second@x")}`,
    typed: "first@x",
  },
  {
    what: "lists and objects",
    type: urlencoded,
    body: (form) =>
      pairs(form, "1")
        .map(([name, value]) => `${name}[]=${value}&${name}[a]=${value}&${name}.b=c`)
        .join("&"),
    aName: true,
  },
  {
    what: "the names of prototypes",
    type: urlencoded,
    body: () =>
      "__proto__=1&constructor=2&toString=3&hasOwnProperty=4&__proto__[email]=a@b.co&constructor.prototype.x=5",
    aName: true,
  },
  {
    what: "files in place of text",
    type: "multipart/form-data; boundary=b",
    body: (form) =>
      `${pairs(form, "x")
        .map(([name]) => `--b\r\nContent-Disposition: form-data; name="${name}"; filename="a.txt"\r\n\r\nx\r\n`)
        .join("")}--b--\r\n`,
  },
  {
    what: "a multipart form that breaks off",
    type: "multipart/form-data; boundary=b",
    body: (form) => `--b\r\nContent-Disposition: form-data; name="${form.fields[0] ?? "password"}"\r\n\r\nx`,
  },
  {
    what: "broken percent-encoding",
    type: urlencoded,
    body: (form) => filled(form, "x").replaceAll("x", "%"),
    aName: true,
  },
];

test("account forms answer malformed posts with 4xx and the form, and change nothing", async ({
  page,
  product,
  member,
}) => {
  test.setTimeout(180_000);
  const cookie = await cookieOf(page);
  const mails = (await product.mails()).length;
  const saidBefore = product.output.length;
  for (const form of forms) {
    for (const { what, type, body, typed, aName } of posts) {
      if (form.anyName && aName) continue;
      const answer = await post(product, form.path, { type, body: body(form), cookie: form.signedIn ? cookie : "" });
      const here = `${what} to ${form.path}`;
      expect(answer.status, here).toBeGreaterThanOrEqual(400);
      expect(answer.status, here).toBeLessThan(500);
      expect(answer.html, here).toMatch(/<title>Error: /);
      expect(answer.html, here).toMatch(/data-focus-first/);
      for (const name of [...form.fields, ...form.secrets]) expect(answer.html, here).toContain(`name="${name}"`);
      expect(answer.html, `${here}: a password came back`).not.toContain(secret);
      if (typed && form.fields.length) expect(answer.html, here).toContain(typed);
    }
  }
  expect(product.output.slice(saidBefore)).not.toMatch(/"level":50/);
  expect(await product.mails(), "a mail was sent").toHaveLength(mails);
  await expectUntouched(page, product, member);
});

test("a password beyond the limit creates no account and changes none", async ({ page, product, member }) => {
  const cookie = await cookieOf(page);
  const email = `long.${process.pid}@example.com`;
  const long = secret + "p".repeat(5_000);
  for (const [path, fields] of [
    ["/register", { fullName: "Ada Obi", email, password: long, confirmPassword: long }],
    ["/settings/password", { currentPassword: member.password, password: long, confirmPassword: long }],
    ["/reset-password", { password: long, confirmPassword: long }],
    ["/login", { email: member.email, password: long }],
    ["/settings/delete-account", { password: long }],
  ] as const) {
    const signedIn = path.startsWith("/settings") || path === "/reset-password";
    const body = new URLSearchParams(fields).toString();
    const answer = await post(product, path, { type: urlencoded, body, cookie: signedIn ? cookie : "" });
    expect(answer.status, path).toBe(400);
    expect(answer.html, path).toMatch(/data-focus-first/);
    expect(answer.html, path).not.toContain(secret);
  }
  expect((await product.mails()).filter(({ to }) => to === email)).toEqual([]);
  await expectUntouched(page, product, member);
});

test("account pages without a form refuse posts", async ({ page, product, member }) => {
  const cookie = await cookieOf(page);
  for (const path of [
    "/auth/confirm",
    "/auth/confirm?token_hash=x&type=email",
    "/mailbox",
    "/social-login",
    "/settings",
  ]) {
    const answer = await post(product, path, { type: urlencoded, body: "email=a@b.co", cookie });
    expect(answer.status, path).toBeGreaterThanOrEqual(400);
    expect(answer.status, path).toBeLessThan(500);
  }
  await expectUntouched(page, product, member);
});

/** Expects that the member still has the same name, password and gems. */
async function expectUntouched(page: Parameters<typeof signIn>[0], product: Product, member: Account) {
  await page.goto(`${product.url}/settings`);
  await expect(page.getByLabel("Display Name")).toHaveValue(member.fullName);
  await expect(page.locator("[data-gem-balance]").first()).toHaveText("2");
  await page.context().clearCookies();
  await signIn(page, product, member);
  await page.waitForURL("**/dashboard");
}

function pairs({ fields, secrets }: Form, value: string): [string, string][] {
  return [
    ...fields.map((name): [string, string] => [name, value]),
    ...secrets.map((name): [string, string] => [name, secret + value]),
  ];
}

const filled = (form: Form, value: string) => new URLSearchParams(pairs(form, value)).toString();

/** Posts bytes unchanged: no client library corrects them. */
function post(
  { url }: Product,
  path: string,
  { type, body, cookie }: { type: string | undefined; body: string; cookie: string },
): Promise<{ status: number; html: string }> {
  const { port, origin, host } = new URL(url);
  const headers = {
    Host: host,
    Origin: origin,
    Cookie: cookie,
    "Content-Length": Buffer.byteLength(body),
    ...(type && { "Content-Type": type }),
  };
  return new Promise((resolve, reject) => {
    send({ port, method: "POST", path, headers }, (response) => {
      text(response).then((html) => resolve({ status: response.statusCode ?? 0, html }), reject);
    })
      .on("error", (cause) => reject(new Error(`no answer from ${path}`, { cause })))
      .end(body);
  });
}
