import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { offlinePicturesForMs } from "../pwa/worker-messages.ts";
import { offlineForMs as sharedPhotoKeptForMs } from "../pwa/shared-photo.ts";
import { offlineForMs as formKeptForMs } from "../pwa/offline-forms/offline-forms.ts";
import { pictureWidths } from "../photos/picture.ts";
import { photoProblemMessages } from "../photos/upload/photo-problems.ts";
import { retentionDays as reportKeptDays } from "../sharing/reports/reports.server.ts";
import { transformationPrice } from "../transformations/requesting/request-transformation.server.ts";
import { tryoutMinutes } from "./try/tryouts.server.ts";
import { promises } from "./legal/promises.ts";
import { supportTopics } from "./support/support-topics.ts";
import routes from "../routes.ts";
import { robotsText, sitemap } from "./robots.ts";

const migrationsFolder = join(import.meta.dirname, "../../supabase/migrations");
const schema = readdirSync(migrationsFolder)
  .map((file) => readFileSync(join(migrationsFolder, file), "utf8"))
  .join("\n");

test("promises as many welcome gems as the database grants", () => {
  const granted = [...schema.matchAll(/private\.enter\([^,]+, 'bonus', (\d+),/g)].map((match) => Number(match[1]));
  // Each migration that replaces the function grants the same number.
  expect([...new Set(granted)]).toEqual([promises.welcomeGems]);
});

test("promises the same upload limit as the upload's message", () => {
  expect(photoProblemMessages["too-large"]).toContain(`smaller than ${promises.uploadMegabytes}MB`);
});

test("promises the longest side at which stored results are shown", () => {
  expect(Math.max(...pictureWidths)).toBe(promises.longestSide);
});

test("promises the price that a transformation is charged", () => {
  expect(promises.gemsPerTransformation).toBe(transformationPrice);
});

test("promises deletion times that the code keeps", async () => {
  const hour = 3_600_000;
  expect(promises.claimedTryoutHours * 60).toBe(tryoutMinutes.claimedFile);
  expect(tryoutMinutes.usable).toBeLessThan(promises.tryoutHours * 60);
  expect(promises.reportDays).toBe(reportKeptDays);
  expect(promises.offlineFormHours * hour).toBe(formKeptForMs);
  expect(promises.sharedPhotoHours * hour).toBe(sharedPhotoKeptForMs);
  expect(promises.offlinePictureDays * 24 * hour).toBe(offlinePicturesForMs);
  // The worker's own files expect its global.
  vi.stubGlobal("self", globalThis);
  const { maxPictures: mostPictures } = await import("../pwa/service-worker/private-pictures.ts");
  vi.unstubAllGlobals();
  expect(promises.offlinePictures).toBe(mostPictures);
});

test.for(["privacy", "terms"])("uses only the code's own numbers in the %s text", (page) => {
  const source = readFileSync(join(import.meta.dirname, `legal/${page}.route.tsx`), "utf8");
  let text = source.slice(source.indexOf("return (\n    <main"));
  expect(text).toContain("<h1>");
  for (let before = ""; before !== text;) {
    before = text;
    text = text.replace(/\{[^{}]*\}/g, "");
  }
  expect(text.replace(/<[^>]*>/g, "").match(/.*\d.*/g)).toBeNull();
});

test("limits every cookie to the year that the Privacy Policy states", () => {
  const app = join(import.meta.dirname, "..");
  const ages = readdirSync(app, { recursive: true, encoding: "utf8" })
    .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
    .map((file) => readFileSync(join(app, file), "utf8"))
    .filter((source) => /cookie/i.test(source))
    .flatMap((source) => [...source.matchAll(/(?:max-?age\w*(?: =|[:=])|yearSeconds =) ?([\d_]+)/gi)])
    .map((match) => Number((match[1] ?? "").replaceAll("_", "")));
  expect(Math.max(...ages)).toBe(365 * 24 * 3600);
});

test("names the account and the payment in a support mail, whatever characters they contain", () => {
  const [topic] = supportTopics("help@photogem.example", {
    email: "ada+photos&gems@example.com",
    payments: [{ reference: "1-popular-NGN", packageName: "Popular", date: "Nov 20, 2026", status: "paid" }],
    transformations: [],
  }).payments;
  const link = new URL(topic?.href ?? "");
  expect(link.pathname).toBe("help@photogem.example");
  expect(decodeURIComponent(link.search)).toBe(
    "?subject=Payment 1-popular-NGN&body=My account: ada+photos&gems@example.com\r\nPayment: 1-popular-NGN\r\n\r\nMy question:\r\n",
  );
});

test("names a transformation's id, but not its photo, in a support mail", () => {
  const [topic] = supportTopics("help@photogem.example", {
    email: "ada@example.com",
    payments: [],
    transformations: [{ id: "8c1f", name: "me at the clinic", date: "Nov 20, 2026", status: "failed" }],
  }).transformations;
  expect(topic).toMatchObject({ title: "me at the clinic", detail: "Nov 20, 2026, failed", reference: "8c1f" });
  expect(topic?.href).not.toContain("clinic");
});

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
