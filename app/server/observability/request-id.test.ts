import { expect, test } from "vitest";
import { requestIdOf } from "./request-id.ts";

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
