import { expect, test } from "vitest";
import { serverTiming } from "./server-timing.ts";

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
