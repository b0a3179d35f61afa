import { expect, test } from "vitest";
import { judgeAnswer } from "./raw-exchange.ts";

const answered = (status: number, body = "") =>
  ({ kind: "answered", status, headers: "", body, milliseconds: 1 }) as const;

test.each([
  [answered(500), "answered 500"],
  [answered(503), "answered 503"],
  [answered(404, "Error: no\n    at Object.loader (file.ts:3:9)"), "answered 404 with"],
  [answered(400, '{"error":"invalid input syntax for type uuid"}'), "invalid input syntax"],
  [answered(200, "TypeError: x is not a function"), "TypeError"],
  [{ kind: "silent" } as const, "no answer in time"],
  [{ kind: "closed" } as const, "closed without an answer"],
])("reports a fault for %o", (answer, fault) => {
  expect(judgeAnswer(answer, false)).toContain(fault);
});

test.each([answered(200, "<h1>Gallery</h1>"), answered(404, "Page not found"), answered(431), answered(302)])(
  "accepts %o",
  (answer) => {
    expect(judgeAnswer(answer, false)).toBeNull();
  },
);

test("accepts a closed connection after a request with broken framing", () => {
  expect(judgeAnswer({ kind: "closed" }, true)).toBeNull();
});
