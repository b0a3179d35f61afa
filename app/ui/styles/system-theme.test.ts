import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withSrgbColours } from "./srgb-colours.ts";
import { withSystemTheme } from "./system-theme.ts";

test("moves dark values to a media query and announces both schemes", () => {
  const css =
    ":root{color-scheme:light;--bg:#fff}@supports (color:light-dark(#000, #000)){:root{color-scheme:light dark;--bg:light-dark(#fff,#0c100e)}}a{top:0}";
  expect(withSystemTheme(css)).toBe(
    ":root{color-scheme:light dark;--bg:#fff}@media (prefers-color-scheme:dark){:root{--bg:#0c100e}}a{top:0}",
  );
});

test("finds a dark value for every light token of the product", () => {
  const tokens = readFileSync(join(import.meta.dirname, "tokens.css"), "utf8");
  const css = withSystemTheme(withSrgbColours(tokens));
  expect(css).not.toMatch(/light-dark\((?!\))/);
  const dark = /prefers-color-scheme:dark\)\{:root\{([^}]*)\}/.exec(css)?.[1] ?? "";
  expect(dark.match(/--[\w-]+: #[0-9a-f]{3,8};/g)?.length).toBe(tokens.match(/--[\w-]+: light-dark\(/g)?.length);
});
