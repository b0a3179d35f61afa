import { expect, test } from "vitest";
import { loggableError } from "./error-serializer.server.ts";

test("logs a database error's code and routine without its values", () => {
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

test("logs type and code of a cause that names a member's file, and redacts the message", () => {
  const file = "open '/data/photos/7/ada-on-the-beach.jpg'";
  const cause = Object.assign(new RangeError(`ENOENT: no such file or directory, ${file}`), { code: "ENOENT" });
  const error = new Error(`the picture could not be read: ${file}`, { cause });
  const kept = loggableError(error);
  expect(kept).toMatchObject({
    message: "the picture could not be read: open (quoted)",
    causes: [{ type: "RangeError", code: "ENOENT" }],
  });
  expect(JSON.stringify(kept)).not.toContain("ada-on-the-beach");
  expect(String(kept["stack"])).toMatch(/^ {4}at /);
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
