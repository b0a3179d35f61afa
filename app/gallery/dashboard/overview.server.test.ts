import { expect, test } from "vitest";
import { shortName } from "./overview.server.ts";

test.each([
  ["", ""],
  ["Simba", "Simba"],
  ["Twelve chars", "Twelve chars"],
  ["Passport photo", "Passport pho…"],
  // Decomposed accents: two code points each, one character to a reader.
  ["e\u0301".repeat(12), "e\u0301".repeat(12)],
  ["e\u0301".repeat(13), `${"e\u0301".repeat(12)}…`],
  ["👩‍👩‍👧".repeat(13), `${"👩‍👩‍👧".repeat(12)}…`],
])("shortens %s to %s", (name, short) => {
  expect(shortName(name)).toBe(short);
});
