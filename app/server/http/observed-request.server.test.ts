import { expect, test } from "vitest";
import { requestIdOf, serverTiming } from "./observed-request.server.ts";

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
