import { expect, test } from "vitest";
import { withoutPersonalData, loggableError, loggedPath } from "./redaction.ts";

test.each([
  ["no user ada.obi+x@example.com.ng here", "no user (address) here"],
  ["connect ECONNREFUSED 10.1.2.3:5432", "connect ECONNREFUSED (address):5432"],
  ["from 2001:db8:0:1:2:3:4:5 and ::1", "from (address) and ::1"],
  ["postgres://app:hunter2@db.example/main failed", "postgres://(credentials)@db.example/main failed"],
  ["GET https://x.example/a?token=abc&email=b failed", "GET https://x.example/a?(query) failed"],
  ["jwt eyJhbGciOi.eyJzdWIi.sig expired", "jwt (token) expired"],
  ["Authorization: Bearer abc.def", "Authorization: Bearer (token)"],
  ["key sk_live_0123456789abcdef", "key (key)"],
  ["share 0123456789abcdef0123456789abcdef", "share (secret)"],
  ["member 7b0a3f52-9d1e-4c55-8f0b-2f6d1f0c9a11", "member (id)"],
  ['invalid input syntax: "my holiday photo"', "invalid input syntax: (quoted)"],
  ["call +234 803 555 0142 back", "call (number) back"],
  ["Cannot read properties of undefined", "Cannot read properties of undefined"],
])("redacts %j to %j", (text, left) => {
  expect(withoutPersonalData(text)).toBe(left);
});

test("redacts long texts in bounded time", () => {
  const started = performance.now();
  expect(withoutPersonalData("a".repeat(1_000_000))).toHaveLength(2_000);
  expect(performance.now() - started).toBeLessThan(1_000);
});

test("logs a database error's code and routine without its values", () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "ada@example.com"'), {
    code: "22P02",
    routine: "string_to_uuid",
    detail: "Key (email)=(ada@example.com) already exists.",
    query: "select $1",
    params: ["ada@example.com", "$2b$10$secret"],
  });
  const logged = loggableError(error);
  expect(logged).toMatchObject({ code: "22P02", routine: "string_to_uuid" });
  expect(JSON.stringify(logged)).not.toMatch(/ada@example|secret|already exists/);
  expect(String(logged["stack"])).toContain("    at ");
});

test("logs type and code of a cause that names a member's file, and redacts the message", () => {
  const file = "open '/data/photos/7/ada-on-the-beach.jpg'";
  const cause = Object.assign(new RangeError(`ENOENT: no such file or directory, ${file}`), { code: "ENOENT" });
  const error = new Error(`the picture could not be read: ${file}`, { cause });
  const logged = loggableError(error);
  expect(logged).toMatchObject({
    message: "the picture could not be read: open (quoted)",
    causes: [{ type: "RangeError", code: "ENOENT" }],
  });
  expect(JSON.stringify(logged)).not.toContain("ada-on-the-beach");
  expect(String(logged["stack"])).toMatch(/^ {4}at /);
});

test("limits the depth of a cause that refers to itself", () => {
  const error = new Error("again");
  error.cause = error;
  expect(loggableError(error)["causes"]).toHaveLength(5);
});

test("logs message and stack of any other error without its properties", () => {
  const error = Object.assign(new TypeError("no such thing"), { params: ["ada@example.com"] });
  expect(loggableError(error)).toMatchObject({ type: "TypeError", message: "no such thing" });
  expect(JSON.stringify(loggableError(error))).not.toContain("ada@example");
});

test.each([
  ["/s/0123456789abcdef0123456789abcdef", "/s/…"],
  ["/s/0123456789abcdef0123456789abcdef.data", "/s/…"],
  ["/s/0123456789abcdef0123456789abcdef/640.webp", "/s/…/640.webp"],
  ["/S/0123456789abcdef0123456789abcdef/report?sent", "/S/…/report"],
  ["/%73/0123456789abcdef0123456789abcdef", "/s/…"],
  [
    "/api/images/7c9e6679-7425-40de-944b-e07fc1f90ae7%2FMy-wedding",
    "/api/images/7c9e6679-7425-40de-944b-e07fc1f90ae7/…",
  ],
  ["/settings?tab=history", "/settings"],
  ["/shares", "/shares"],
])("logs %s as %s", (path, logged) => {
  expect(loggedPath({ url: `http://localhost${path}` })).toBe(logged);
});
