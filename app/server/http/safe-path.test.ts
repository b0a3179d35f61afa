import { describe, expect, it } from "vitest";
import { safePath } from "./safe-path.ts";

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
