import { expect, test } from "vitest";
import routes from "../routes.ts";
import { robotsText, sitemap } from "./robots.ts";

const closed = [...robotsText("https://photogem.example").matchAll(/^Disallow: (.+)$/gm)].map(([, path]) => path ?? "");
const isClosed = (path: string) => closed.some((start) => path.startsWith(start));

test("excludes search engines from every member page", async () => {
  const members = (await routes).find(({ file }) => file === "account/members-only.route.tsx");
  const paths = members?.children?.map(({ path }) => `/${path}`) ?? [];
  expect(paths).toContain("/dashboard");
  expect(paths.filter((path) => !isClosed(path))).toEqual([]);
});

test("lists absolute addresses of readable pages in the sitemap", () => {
  const listed = [...sitemap("https://photogem.example").matchAll(/<loc>(.+?)<\/loc>/g)].map(
    ([, url]) => new URL(url ?? ""),
  );
  expect(listed.map(({ origin }) => origin)).toEqual(listed.map(() => "https://photogem.example"));
  expect(listed.filter(({ pathname }) => isClosed(pathname))).toEqual([]);
});

test("lets link previews read shared pictures and the card of public pages", () => {
  expect(["/s/token", "/s/token/og.jpg", "/pictures/share.jpg"].filter(isClosed)).toEqual([]);
});
