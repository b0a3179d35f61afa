import { describe, expect, it, test } from "vitest";
import { safePath, nextOf, withNext } from "./next-path.ts";

describe("safePath", () => {
  it.each(["/", "/dashboard", "/transform?draft=1&step=background", "/settings#history", "/a%20b", "/é"])(
    "follows a path on this origin: %s",
    (path) => {
      const followed = new URL(safePath(path, "/fallback"), "http://own.example");
      expect(followed.href).toBe(new URL(path, "http://own.example").href);
    },
  );

  it.each([
    ["another origin", "https://evil.example/"],
    ["a scheme-relative address", "//evil.example"],
    ["three slashes", "///evil.example"],
    ["a backslash read as a slash", "/\\evil.example"],
    ["two backslashes", "\\\\evil.example"],
    ["a backslash further on", "/a\\..\\..\\evil.example"],
    ["a tab browsers strip", "/\t/evil.example"],
    ["a line break browsers strip", "/\n/evil.example"],
    ["a carriage return", "/\r/evil.example"],
    ["a header split in two", "/dashboard\r\nSet-Cookie: a=b"],
    ["a null character", "/\u0000/evil.example"],
    ["a delete character", "/\u007f"],
    ["a leading space", " //evil.example"],
    ["a script", "javascript:alert(1)"],
    ["data", "data:text/html,<script>alert(1)</script>"],
    ["a relative path", "dashboard"],
    ["an address without a path", "evil.example"],
    ["credentials", "@evil.example"],
    ["nothing", ""],
    ["an absent value", null],
    ["an undefined value", undefined],
    ["a path no page has", `/${"a".repeat(2000)}`],
  ])("returns the fallback for %s", (_, path) => {
    expect(safePath(path, "/fallback")).toBe("/fallback");
  });

  it.each(["/..//evil.example", "/.//evil.example", "/a/../..//evil.example", "/%2e%2e//evil.example"])(
    "never leaves the site through dots: %s",
    (path) => {
      const target = new URL(safePath(path, "/fallback"), "http://own.example");
      expect(target.origin).toBe("http://own.example");
    },
  );

  it("preserves escaped slashes", () => {
    expect(safePath("/%2f%2fevil.example", "/fallback")).toBe("/%2f%2fevil.example");
  });

  it("rejects a file", () => {
    expect(safePath(new File([], "/dashboard"), "/fallback")).toBe("/fallback");
  });
});

test("carries the page that sent the member for gems through the payment and back", () => {
  const left = "/transform?draft=1b4e28ba-2fa1-4d3b-883f-0016d3cca427&step=camera-angle";
  const away = withNext("/buy-coins/return?cancelled=1", nextOf(left));
  expect(new URL(away, "http://own.example").searchParams.get("next")).toBe(left);
});

test.each(["https://evil.example/", "//evil.example", "", null])("drops a foreign address: %s", (next) => {
  expect(withNext("/buy-coins", nextOf(next))).toBe("/buy-coins");
});
