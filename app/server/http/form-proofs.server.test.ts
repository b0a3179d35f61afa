import { expect, test } from "vitest";
import { formProofs } from "./form-proofs.server.ts";

const appUrl = "https://photogem.example";
const site = { sessionSecret: "a secret of more than thirty-two characters", appUrl };
const proofs = formProofs(site);
const lynx = { "User-Agent": "Lynx/2.9.0dev.12 libwww-FM/2.14" };
const html = { "Content-Type": "text/html; charset=utf-8" };

/** Requests a page as Lynx; returns its text, its cookie and its headers. */
async function read(page: string, body: string, headers: Record<string, string> = lynx) {
  const answer = await proofs.inForms(new Request(appUrl + page, { headers }), new Response(body, { headers: html }));
  const [cookie = ""] = answer.headers.getSetCookie().map((line) => line.split(";")[0] ?? "");
  return { text: await answer.text(), cookie, headers: answer.headers };
}

const addressIn = (text: string) => (/action="([^"]*)"/.exec(text)?.[1] ?? "").replaceAll("&amp;", "&");

const post = (path: string, headers: Record<string, string>) => new Request(appUrl + path, { method: "POST", headers });

test("a form that Lynx sends from an address with a query is accepted", async () => {
  const { text, cookie } = await read(
    "/auth/confirm?token_hash=t&type=email",
    '<form method="post"><button>Go</button>',
  );
  expect(addressIn(text)).toMatch(/^\/auth\/confirm\?token_hash=t&type=email&form-proof=[\w-]{43}$/);
  expect(await proofs.holds(post(addressIn(text), { ...lynx, Cookie: cookie }))).toBe(true);
});

test("a form with an address of its own keeps it, and a page that answers a form has one proof", async () => {
  const form = '<form class="a" method="post" action="/surprise-me/start?a=1&amp;b=2">';
  const first = await read("/surprise-me?draft=d", form);
  expect(addressIn(first.text)).toMatch(/^\/surprise-me\/start\?a=1&b=2&form-proof=/);
  const again = await read(addressIn(first.text), '<form method="post">', { ...lynx, Cookie: first.cookie });
  expect(addressIn(again.text)).toBe(addressIn(first.text));
  expect(again.headers.getSetCookie()).toEqual([]);
});

test("forms that read or leave, and pages of other browsers, stay as they are", async () => {
  const body = '<form method="get" action="/gallery"></form><form method="post" action="https://pay.example/"></form>';
  expect((await read("/gallery", body)).text).toBe(body);
  const form = '<form method="post">';
  const other = await read("/login", form, { "User-Agent": "Mozilla/5.0" });
  expect([other.text, other.headers.getSetCookie()]).toEqual([form, []]);
});

test("no shared cache keeps a page with a proof", async () => {
  const { headers } = await read("/login", '<form method="post">');
  expect(headers.get("Cache-Control")).toBe("no-store");
  expect(headers.getSetCookie()[0]).toMatch(/^__Host-photogem-forms=.*HttpOnly; Secure; SameSite=Strict$/);
});

test("a proof counts only with its cookie, and never beside a header that names another page", async () => {
  const mine = await read("/login?next=%2F", '<form method="post">');
  const attackers = await read("/login?next=%2F", '<form method="post">');
  const address = addressIn(mine.text);
  const refused = [
    post("/login", { Cookie: mine.cookie }),
    post(address, {}),
    post(address, { Cookie: attackers.cookie }),
    post(addressIn(attackers.text), { Cookie: mine.cookie }),
    post("/login?form-proof=", { Cookie: "__Host-photogem-forms=" }),
    post(address, { Cookie: mine.cookie, Origin: "https://evil.example" }),
    post(address, { Cookie: mine.cookie, Referer: "https://evil.example/" }),
    post(address, { Cookie: mine.cookie, "Sec-Fetch-Site": "cross-site" }),
  ];
  expect(await Promise.all(refused.map((request) => proofs.holds(request)))).toEqual(refused.map(() => false));
  const elsewhere = formProofs({ ...site, sessionSecret: "another secret of thirty-two characters" });
  expect(await elsewhere.holds(post(address, { Cookie: mine.cookie }))).toBe(false);
});
