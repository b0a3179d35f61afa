import { expect, test } from "vitest";
import { visibleName } from "./file-name.ts";

test.each([
  ["  Ọjà day: 1/2 & more ", "Ọjà day: 1/2 & more"],
  ["👩‍👩‍👧 family", "👩‍👩‍👧 family"],
  ["نام‌ها", "نام‌ها"],
  ["two\nlines\u2028and\u202emore", "two lines and more"],
  ["a\ud800b", "a b"],
])("stores the name %j as %j", (name, kept) => {
  expect(visibleName(name)).toBe(kept);
});

test.each(["", " \n", "\u2060", "\u00ad\u200d", "\u3164", "\u061c", "\u{e0041}\u{e0042}"])(
  "treats the name %j as empty",
  (name) => {
    expect(visibleName(name)).toBe("");
  },
);
