import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import type { Logger } from "pino";
import { logContext, type Observation, observationContext } from "../observability/observation.ts";
import { errorLoggedContext, failureContext, requestLog } from "./request-log.server.ts";
import { requestIdOf, serverTiming } from "./observed-request.server.ts";
import { memberKey } from "./identity-session.server.ts";

/** Simulates a request to /gallery; returns the log lines and the counted routes. */
async function answered(status: number, set: (context: RouterContextProvider) => void = () => {}) {
  const lines: string[] = [];
  const routes: string[] = [];
  const line = (level: string) => (_: object, message: string) => void lines.push(`${level}: ${message}`);
  const log = { info: line("info"), warn: line("warn"), error: line("error") };
  const context = new RouterContextProvider();
  context.set(logContext, log as unknown as Logger);
  context.set(observationContext, { matched: (route) => void routes.push(route) } as Observation);
  const request = new Request("http://localhost:3000/gallery");
  const args = { request, context, pattern: "gallery" } as unknown as Parameters<typeof requestLog>[0];
  await requestLog(args, async () => {
    set(context);
    return new Response(null, { status });
  });
  return { lines, routes };
}

test("logs a request in one line, at error level when its response is one", async () => {
  expect(await answered(200)).toEqual({ lines: ["info: request"], routes: ["/gallery"] });
  expect(await answered(503)).toMatchObject({ lines: ["info: request"] });
  expect(await answered(500)).toMatchObject({ lines: ["error: request failed"] });
});

test("logs a failure once when its error was logged with a stack", async () => {
  const { lines } = await answered(500, (context) => context.set(errorLoggedContext, true));
  expect(lines).toEqual(["warn: request failed"]);
});

test("neither logs nor counts the internal request for the error page", async () => {
  const context = new RouterContextProvider();
  context.set(failureContext, 500);
  const args = { request: new Request("http://localhost:3000/failed"), context, pattern: "failed" };
  const page = new Response(null, { status: 500 });
  expect(await requestLog(args as unknown as Parameters<typeof requestLog>[0], async () => page)).toBe(page);
});

const given = "01JD3V8G2Z7W5Q9KXN4T6R1B0C-jnb";
const uuid = /^[0-9a-f]{8}-[0-9a-f-]{27}$/;

test("uses the id of the trusted proxy", () => {
  expect(requestIdOf({ "fly-request-id": given }, "fly")).toBe(given);
});

test("ignores every client's id without a trusted proxy", () => {
  expect(requestIdOf({ "fly-request-id": given, "x-request-id": given }, null)).toMatch(uuid);
  expect(requestIdOf({ "x-request-id": given }, "fly")).toMatch(uuid);
});

test.each(["", "short", "x".repeat(65), 'a"},{"level":60', "line\nbreak-line", "ünlesbar-id"])(
  "rejects %j as an id from any client",
  (id) => {
    expect(requestIdOf({ "fly-request-id": id }, "fly")).toMatch(uuid);
  },
);

const page = { method: "GET", cacheControl: "private, no-store" };

test("states the time of each part and the total in whole milliseconds", () => {
  expect(serverTiming(page, { database: 12.4, identity: 0.6 }, 31.2)).toBe(
    "database;dur=12, identity;dur=1, total;dur=31",
  );
});

test("omits the header on cacheable responses", () => {
  expect(serverTiming({ ...page, cacheControl: "public, max-age=31536000, immutable" }, {}, 3)).toBeNull();
  expect(serverTiming({ ...page, cacheControl: null }, {}, 3)).toBeNull();
});

test("omits the header on posts, because a sign-in's time would reveal known addresses", () => {
  expect(serverTiming({ ...page, method: "POST" }, { identity: 240 }, 251)).toBeNull();
});

const secret = "s".repeat(32);
const ada = "6f0c7c6e-3f6e-4a57-9d5f-1f1a3f3b8a11";

test("derives one opaque, unique key per member", () => {
  const key = memberKey(ada, secret);
  expect(key).toMatch(/^[\w-]{22}$/);
  expect(memberKey(ada, secret)).toBe(key);
  expect(memberKey(ada.replace("6", "7"), secret)).not.toBe(key);
  expect(memberKey(ada, "t".repeat(32))).not.toBe(key);
});
