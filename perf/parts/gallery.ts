import type { Browser, Page } from "@playwright/test";
import type { Bench } from "../bench.ts";
import { logNetwork, type WireRequest, besidesDocument, kilobytes, ofKind } from "../browser/network-log.ts";
import { phone } from "../browser/chromium.ts";
import { observeVitals, readVitals } from "../browser/cold-load.ts";
import type { Readings } from "../budgets.ts";
import { type Member, signIn } from "../members.ts";
import { galleryPageSize as items, type SeededResult } from "../seed-gallery.ts";

/** Which results are opened, by their place: upright ones, of a smooth scene and of busy ones. The heaviest counts. */
const opened = [3, 11, 19];

/** A full page of the gallery and pages of one result, on a phone whose browser has seen nothing of the product yet. */
export async function measureGallery(bench: Bench): Promise<Readings> {
  const browser = await bench.browser();
  const { account, results } = await bench.fullGallery();
  const server = await bench.startProduct();
  try {
    const visitor = { browser, url: server.url, member: await signIn(browser, server.url, account) };
    const usual = await galleryPage(visitor);
    const saving = await galleryPage(visitor, { "Save-Data": "on" });
    const chosen = results.filter((_, at) => opened.includes(at));
    const resultViews = await resultPages(visitor, chosen);
    const pictures = photosOf(usual.unscrolled);
    const [picture] = resultViews.toSorted((a, b) => b.picture - a.picture);
    return {
      galleryHtml: { value: kilobytes(ofKind(usual.unscrolled, "html")) },
      galleryPictures: {
        value: kilobytes(pictures),
        note: `${pictures.length} of ${items}, ${sizesOf(pictures)}; all: ${kilobytes(photosOf(usual.scrolled)).toFixed(0)} kB`,
      },
      galleryJs: { value: kilobytes(ofKind(usual.unscrolled, "js")) },
      galleryTotal: {
        value: kilobytes(usual.unscrolled),
        note: `again: ${kilobytes(usual.again).toFixed(1)} kB besides the document`,
      },
      gallerySaving: { value: kilobytes(saving.unscrolled) },
      galleryShift: { value: Math.max(usual.shift, saving.shift), note: "loaded, then scrolled to its end" },
      resultPicture: {
        value: picture?.picture ?? Number.NaN,
        note: `the heaviest of ${opened.length}, ${picture?.name}; all pictures of that page ${picture?.all.toFixed(0)} kB`,
      },
      resultShift: { value: Math.max(...resultViews.map(({ shift }) => shift)) },
    };
  } finally {
    await server.stop();
  }
}

interface Visitor {
  browser: Browser;
  url: string;
  member: Member;
}

interface GalleryView {
  unscrolled: WireRequest[];
  scrolled: WireRequest[];
  /** Opened once more, without the document. */
  again: WireRequest[];
  shift: number;
}

async function galleryPage({ browser, url, member }: Visitor, headers: Record<string, string> = {}) {
  const context = await browser.newContext({ ...phone, storageState: member, extraHTTPHeaders: headers });
  try {
    const { page, log } = await openPage(await context.newPage(), `${url}/gallery`);
    const shown = await page.locator("ul.grid > li").count();
    if (shown !== items) throw new Error(`the gallery showed ${shown} results, not ${items}`);
    const unscrolled = log.requests();
    for (const tile of await page.locator("ul.grid > li").all()) await tile.scrollIntoViewIfNeeded();
    await log.quiet(1_000, 60_000);
    const { shift } = await page.evaluate(readVitals);
    const scrolled = log.requests();
    await page.close();
    const second = await openPage(await context.newPage(), `${url}/gallery`);
    return { unscrolled, scrolled, again: besidesDocument(second.log.requests()), shift } satisfies GalleryView;
  } finally {
    await context.close();
  }
}

/** kB of the result's picture and of all pictures of its page, for each. */
async function resultPages({ browser, url, member }: Visitor, results: SeededResult[]) {
  const pages = [];
  for (const { transformationId, resultPhotoId } of results) {
    const context = await browser.newContext({ ...phone, storageState: member });
    try {
      const { page, log } = await openPage(await context.newPage(), `${url}/surprise-me?job=${transformationId}`);
      const requests = photosOf(log.requests());
      const ofResult = requests.filter((request) => request.url.includes(resultPhotoId));
      const { shift } = await page.evaluate(readVitals);
      pages.push({ picture: kilobytes(ofResult), name: sizesOf(ofResult), all: kilobytes(requests), shift });
    } finally {
      await context.close();
    }
  }
  return pages;
}

async function openPage(page: Page, address: string) {
  await page.addInitScript(observeVitals);
  const log = await logNetwork(page);
  await page.goto(address);
  await log.quiet(1_500, 60_000);
  if (page.url() !== address) throw new Error(`${address} led to ${page.url()}`);
  const failed = log.requests().find(({ status }) => status >= 400);
  if (failed) throw new Error(`${failed.url} answered ${failed.status}`);
  return { page, log };
}

/** Members' pictures, and not the product's own. */
const photosOf = (requests: readonly WireRequest[]): WireRequest[] =>
  requests.filter(({ url }) => new URL(url).pathname.startsWith("/images/"));

/** The last part of each address, once: 640.webp. */
const sizesOf = (pictures: readonly WireRequest[]): string =>
  [...new Set(pictures.map(({ url }) => url.split("/").at(-1)))].join(" and ");
