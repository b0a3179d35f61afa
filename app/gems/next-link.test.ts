import { expect, test } from "vitest";
import { nextOf, withNext } from "./next-link.ts";

test("carries the page that sent the member for gems through the payment and back", () => {
  const left = "/transform?draft=1b4e28ba-2fa1-4d3b-883f-0016d3cca427&step=camera-angle";
  const away = withNext("/buy-coins/return?cancelled=1", nextOf(left));
  expect(new URL(away, "http://own.example").searchParams.get("next")).toBe(left);
});

test.each(["https://evil.example/", "//evil.example", "", null])("drops a foreign address: %s", (next) => {
  expect(withNext("/buy-coins", nextOf(next))).toBe("/buy-coins");
});
