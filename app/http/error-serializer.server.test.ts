import { expect, test } from "vitest";
import { loggableError } from "./error-serializer.server.ts";

test("a database error keeps its code and where it came from, and none of the values", () => {
  const error = Object.assign(new Error('invalid input syntax for type uuid: "ada@example.com"'), {
    code: "22P02",
    routine: "string_to_uuid",
    detail: "Key (email)=(ada@example.com) already exists.",
    query: "select $1",
    params: ["ada@example.com", "$2b$10$secret"],
  });
  const kept = loggableError(error);
  expect(kept).toMatchObject({ code: "22P02", routine: "string_to_uuid" });
  expect(JSON.stringify(kept)).not.toMatch(/ada@example|secret|already exists/);
  expect(String(kept["stack"])).toContain("    at ");
});

test("any other error keeps its message and stack, and nothing hung on it", () => {
  const error = Object.assign(new TypeError("no such thing"), { params: ["ada@example.com"] });
  expect(loggableError(error)).toMatchObject({ type: "TypeError", message: "no such thing" });
  expect(JSON.stringify(loggableError(error))).not.toContain("ada@example");
});
