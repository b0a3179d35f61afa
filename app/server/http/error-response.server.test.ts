import { describe, expect, test } from "vitest";
import { RouterContextProvider } from "react-router";
import { errorResponse, whileDatabaseIsAway } from "./error-response.server.ts";
import { type Health, healthContext } from "./health/health-checks.ts";
import { type Site, siteContext } from "./site.ts";
import { isStaleChunk, mayReload } from "./connection/connection-errors.ts";

const bare = () => new Response("Unexpected Server Error", { status: 500, headers: { "Content-Type": "text/plain" } });
const page = async (request: Request) => new Response(`page ${new URL(request.url).pathname}`, { status: 500 });
const asked = (headers: Record<string, string>) =>
  new Request("http://localhost:3000/buy-coins/pay", { method: "POST", headers });

test("answers a form's sender with a page, in browsers old and new", async () => {
  for (const headers of [{ "Sec-Fetch-Dest": "document" }, { Accept: "text/html,*/*" }] as Record<string, string>[]) {
    const answer = await errorResponse(asked(headers), bare(), page);
    expect([answer.status, await answer.text()]).toEqual([500, "page /failed"]);
  }
});

test("answers scripts, pictures and programs with JSON", async () => {
  for (const headers of [{ "Sec-Fetch-Dest": "empty", Accept: "text/html" }, { Accept: "*/*" }] as Record<
    string,
    string
  >[]) {
    const answer = await errorResponse(asked(headers), bare(), page);
    expect(await answer.json()).toEqual({ error: expect.stringContaining("Please try again.") });
  }
});

test("leaves other responses unchanged", async () => {
  for (const answer of [Response.json({}, { status: 500 }), new Response("no", { status: 404 })])
    expect(await errorResponse(asked({ Accept: "text/html" }), answer, page)).toBe(answer);
});

describe("while a starting process waits for the database", () => {
  const answered = async (
    path: string,
    headers: Record<string, string>,
    waitsFor: string | null = "does not answer",
  ) => {
    const context = new RouterContextProvider();
    context.set(healthContext, { waitsFor } as Health);
    context.set(siteContext, { supportEmail: "help@photogem.example" } as Site);
    const request = new Request(`http://localhost:3000${path}`, { headers });
    const args = { request, context, params: {}, pattern: "", url: new URL(request.url) };
    return whileDatabaseIsAway(args, async () => new Response("the route"));
  };
  const browser = { "Sec-Fetch-Dest": "document" };

  test("throws the 503 page for people, on a first visit and on a navigation with scripts", async () => {
    const away = { data: { failed: "database", supportEmail: "help@photogem.example" }, init: { status: 503 } };
    await expect(answered("/dashboard", browser)).rejects.toMatchObject(away);
    await expect(answered("/dashboard.data", { Accept: "*/*" })).rejects.toMatchObject(away);
  });

  test("answers programs, such as Paystack's webhook, with 503 and JSON", async () => {
    const answer = await answered("/api/paystack/webhook", { Accept: "*/*" });
    expect([answer?.status, answer?.headers.get("Retry-After")]).toEqual([503, "10"]);
  });

  test("still answers health checks, and everything once the database is there", async () => {
    expect(await (await answered("/readyz", browser))?.text()).toBe("the route");
    expect(await (await answered("/dashboard", browser, null))?.text()).toBe("the route");
  });
});

const reason = "Failed to fetch dynamically imported module: https://photogem.example/assets/result-screen-1.js";
const works = async () => new Response();
const broken = async () => {
  throw new TypeError("Failed to fetch");
};

function memory() {
  const stored = new Map<string, string>();
  return {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
  };
}

test.each([reason, "error loading dynamically imported module: x.js", "Importing a module script failed."])(
  "recognises a failed module import by: %s",
  (message) => expect(isStaleChunk(new TypeError(message))).toBe(true),
);

test.each([new TypeError("Failed to fetch"), new TypeError("x is undefined"), new Error(reason), null])(
  "does not mistake another failure for a stale chunk: %s",
  (error) => expect(isStaleChunk(error)).toBe(false),
);

test("reloads a page once per missing script", async () => {
  const remembered = memory();
  expect(await mayReload(reason, remembered, works)).toBe(true);
  expect(await mayReload(reason, remembered, works)).toBe(false);
  expect(await mayReload(`${reason}?`, remembered, works)).toBe(true);
});

test("does not reload offline, and allows a reload when the connection is back", async () => {
  const remembered = memory();
  expect(await mayReload(reason, remembered, broken)).toBe(false);
  expect(await mayReload(reason, remembered, works)).toBe(true);
});

test("does not reload without session storage", async () => {
  const forgetful = {
    getItem: () => null,
    setItem: () => {
      throw new Error("no storage");
    },
  };
  expect(await mayReload(reason, forgetful, works)).toBe(false);
});
