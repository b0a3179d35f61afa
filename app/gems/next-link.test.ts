import { expect, test } from "vitest";
import { nextOf, withNext } from "./next-link.ts";

test("the page somebody left for gems goes along to the payment and back", () => {
  const left = "/transform?draft=1b4e28ba-2fa1-4d3b-883f-0016d3cca427&step=camera-angle";
  const away = withNext("/buy-coins/return?cancelled=1", nextOf(left));
  expect(new URL(away, "http://own.example").searchParams.get("next")).toBe(left);
});

test.each(["https://evil.example/", "//evil.example", "", null])(
  "an address that is not ours is dropped: %s",
  (next) => {
    expect(withNext("/buy-coins", nextOf(next))).toBe("/buy-coins");
  },
);
