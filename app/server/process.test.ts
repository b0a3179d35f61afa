import { expect, test } from "vitest";
import { logLibraries } from "./process.server.ts";

test("logs libraries' console output without stacks, values and personal data", () => {
  const lines: unknown[][] = [];
  const console = { ...globalThis.console };
  logLibraries({ info: (...line: unknown[]) => void lines.push(line) }, { ...globalThis, console });
  console.error(Object.assign(new Error("no user ada@example.com"), { token: "s3cret" }), { password: "s3cret" });
  console.warn("cookie broken\n    at somewhere (file.js:1:1)");
  expect(lines).toEqual([
    [{ said: "Error: no user (address) (object)" }, "a library said"],
    [{ said: "cookie broken" }, "a library said"],
  ]);
});
