import { expect, test } from "vitest";
import { withoutUnusedTokens } from "./used-tokens.ts";

test("preserves a token that a rule, another token or a later sheet uses", () => {
  const css =
    ":root{--ink:#111;--gem:#0a0;--ring:3px solid var(--gem);--warn:#fa0;--d1:1s}a{color:var(--ink);outline:var(--ring)}";
  expect(withoutUnusedTokens(css, ".late{color:var(--warn)}")).toBe(
    ":root{--ink:#111;--gem:#0a0;--ring:3px solid var(--gem);--warn:#fa0;}a{color:var(--ink);outline:var(--ring)}",
  );
});

test("removes a token together with the unused token that needed it", () => {
  expect(withoutUnusedTokens(":root{--gem:#0a0;--ring:3px var(--gem)}a{top:0}")).toBe(":root{}a{top:0}");
});

test("does not mistake timeline names and registered properties for tokens", () => {
  const css = '@property --pos{syntax:"<number>"}.a{timeline-scope:--thumb;view-timeline:--s1 inline;left:var(--pos)}';
  expect(withoutUnusedTokens(css)).toBe(css);
});
