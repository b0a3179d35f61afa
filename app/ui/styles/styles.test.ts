import { existsSync, globSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, test, vi } from "vitest";
import { hasCachedStylesheet } from "./product-styles.tsx";
import { type PictureName, pictures, pictureSources, pictureUrl, pictureWidthsOf } from "../artwork/pictures.ts";

const read = (name: string) => readFileSync(join(import.meta.dirname, name), "utf8");
const css = read("theme.css");
const colours = (block = "") =>
  new Map([...block.matchAll(/--color-([\w-]+): (#[0-9a-f]{3,6});/g)].map(([, name = "", hex = ""]) => [name, hex]));
const light = colours(css.slice(0, css.indexOf("@media")));
const dark = colours(/prefers-color-scheme: dark\) \{\s*:root \{([^}]*)\}/.exec(css)?.[1]);

const onPlain = ["bg", "surface", "raised", "fill"];
/** Foregrounds, their backgrounds, and the contrast that WCAG 2.2 requires: text 4.5, parts of controls 3. */
const pairs: [number, string, string[]][] = [
  [4.5, "ink", [...onPlain, "gem-soft", "gem-soft-2", "danger-soft", "warn-soft"]],
  [4.5, "ink-2", [...onPlain, "gem-soft"]],
  [4.5, "gem", [...onPlain, "gem-soft"]],
  [4.5, "on-gem", ["gem", "gem-hover", "gem-press"]],
  [4.5, "danger", ["bg", "surface", "danger-soft"]],
  [4.5, "on-danger", ["danger-fill", "danger-hover"]],
  [4.5, "warn", ["surface", "warn-soft"]],
  [4.5, "on-inverse", ["inverse"]],
  [4.5, "inverse-gem", ["inverse"]],
  [3, "line-strong", ["bg", "surface", "fill"]],
  [3, "gem", ["line", "fill-2"]],
  [3, "danger-fill", ["raised"]],
  [3, "focus", ["bg", "gem-soft"]],
];

describe.each(Object.entries({ light, dark }))("the %s theme", (_, theme) => {
  const each = pairs.flatMap(([least, front, backs]) => backs.map((back) => [least, front, back] as const));
  it.each(each)("keeps a contrast of %d for %s on %s", (least, front, back) => {
    expect(contrast(theme, front, back)).toBeGreaterThanOrEqual(least);
  });
});

it("gives every colour that changes a light and a dark value", () => {
  expect([...dark.keys()].filter((name) => !light.has(name))).toEqual([]);
  // The chequers behind transparency are mid greys in both themes.
  expect([...light.keys()].filter((name) => !dark.has(name))).toEqual(["gem-deep", "white", "check", "check-2"]);
});

it("emits on every page the tokens of the banners, whose sheet a script adds", () => {
  const always = /@theme static \{([\s\S]*?)\n\}/.exec(css)?.[1] ?? "";
  const used = [
    ...read("banners.css").matchAll(/var\((--(?:color|spacing|radius|elevation|font|duration|ease)[\w-]*)/g),
  ];
  const elements = css.slice(css.indexOf("\n*,\n*::before"));
  const inEveryPage = [always, elements].join();
  expect(used.map(([, name = ""]) => name).filter((name) => !inEveryPage.includes(name))).toEqual([]);
});

it("names a button's class in no variant, which would make a button of the variant's own element", () => {
  const app = join(import.meta.dirname, "../..");
  const drawn = globSync("**/*.{ts,tsx}", { cwd: app, exclude: ["**/*.test.*"] });
  const named = drawn.flatMap(
    (file) => readFileSync(join(app, file), "utf8").match(/[\][][^\s"'`]*[_.>]btn-[^\s"'`]*/g) ?? [],
  );
  expect(drawn.length).toBeGreaterThan(0);
  expect(named).toEqual([]);
});

function contrast(theme: ReadonlyMap<string, string>, ...names: [string, string]): number {
  const [lighter = 0, darker = 0] = names.map((name) => luminance(theme.get(name) ?? "")).sort((a, b) => b - a);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/[^#]/g, "$&$&") : hex;
  const [red = NaN, green = NaN, blue = NaN] = [1, 3, 5].map((at) => {
    const share = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

vi.mock("../../app.css?url", () => ({ default: "/assets/app-AbC1-x.css" }));

describe("hasCachedStylesheet", () => {
  it("finds its cookie among others", () => {
    expect(hasCachedStylesheet("tz=UTC; styles=app-AbC1-x.css; a=b", false)).toBe(true);
  });

  it.each([null, "", "tz=UTC", "styles=app-older.css", "xstyles=app-AbC1-x.css"])(
    "returns false for the cookies %j",
    (cookies) => {
      expect(hasCachedStylesheet(cookies, false)).toBe(false);
    },
  );

  it("returns true in development", () => {
    expect(hasCachedStylesheet(null, true)).toBe(true);
  });
});

const publicFolder = join(import.meta.dirname, "../../../public");
const names = Object.keys(pictures) as PictureName[];

test("has a file for every picture that a page can request", () => {
  const asked = names.flatMap((name) =>
    (["avif", "webp"] as const).flatMap((type) =>
      pictureWidthsOf(name, type).map((width) => pictureUrl(name, width, type)),
    ),
  );
  expect(asked.filter((url) => !existsSync(publicFolder + url))).toEqual([]);
});

test("limits the landing page's first picture to 10 kB on a small phone", () => {
  expect(statSync(publicFolder + pictureUrl("hero-enhance", 360, "avif")).size).toBeLessThanOrEqual(10_000);
});

test("names each file with its width in a srcset", () => {
  expect(pictureSources("desert", "webp")).toBe("/pictures/desert-320.webp 320w");
});
