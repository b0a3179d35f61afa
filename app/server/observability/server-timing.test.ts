import { expect, test } from "vitest";
import { serverTiming } from "./server-timing.ts";

const page = { method: "GET", cacheControl: "private, no-store" };

test("says in whole milliseconds what each part and all took", () => {
  expect(serverTiming(page, { database: 12.4, identity: 0.6 }, 31.2)).toBe(
    "database;dur=12, identity;dur=1, total;dur=31",
  );
});

test("stands on nothing that is kept", () => {
  expect(serverTiming({ ...page, cacheControl: "public, max-age=31536000, immutable" }, {}, 3)).toBeNull();
  expect(serverTiming({ ...page, cacheControl: null }, {}, 3)).toBeNull();
});

test("stands on no answer to a form: the time of a sign-in would tell a known address from an unknown one", () => {
  expect(serverTiming({ ...page, method: "POST" }, { identity: 240 }, 251)).toBeNull();
});
