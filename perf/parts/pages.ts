import type { Browser, Page } from "@playwright/test";
import { toolList } from "../../app/tools/tool-list.ts";
import type { Bench } from "../bench.ts";
import { type ColdLoad, loadCold } from "../browser/cold-load.ts";
import { kilobytes, type Kind, listed, loadsReact, logNetwork, ofKind, visitTwice } from "../browser/network-log.ts";
import { type Member, phone, signIn } from "../browser/phone.ts";
import type { Readings } from "../budgets.ts";
import { furnishMember, type MeasuredPage, pageList } from "../pages/page-list.ts";
import { aligned } from "../report.ts";
import { galleryPageSize } from "../seed-gallery.ts";
import { slow4g, slowest } from "../slow-connection.ts";

const toolPaths = new Set<string>(Object.values(toolList).map(({ path }) => path));
/** Positions of the opened results: upright ones, of a smooth scene and of busy ones. The heaviest counts. */
const heavyResults = [3, 11, 19];
/**
 * Time without requests after which a page is done, ms: longer than a script takes to send its first request, shorter
 * than the interval between two progress requests.
 */
const quietMs = 1_200;

interface View extends ColdLoad {
  page: MeasuredPage;
}

/** Measures every page on the phone over the slowest connection, once with an empty cache: its bytes do not vary. */
export async function measurePages(bench: Bench): Promise<Readings> {
  const browser = await bench.browser();
  const gallery = await bench.fullGallery();
  const server = await bench.startProduct();
  try {
    const { url } = server;
    const member = await signIn(browser, url, gallery.account);
    const places = await furnishMember(browser, url, member, gallery);
    const looking = await requestsOfWalk(browser, member, `${url}/dashboard`, lookAtResult);
    const portrait = `${url}/transform?draft=${places.portraitDraft}&step=background`;
    const choosing = await requestsOfWalk(browser, member, portrait, answerQuestions);
    const visit = (path: string, connection = slowest, then?: (page: Page) => Promise<unknown>) =>
      loadCold(browser, url + path, { connection, visitor: { storageState: member }, quietMs, ...(then && { then }) });
    const views: View[] = [];
    for (const page of pageList(places)) {
      const load =
        page.by === "member"
          ? await visit(page.path)
          : await loadCold(browser, url + page.path, { connection: slowest, quietMs });
      if (load.status !== page.status || load.landed !== page.path) {
        throw new Error(`${page.path} answered ${load.status} and led to ${load.landed}`);
      }
      views.push({ ...load, page });
    }
    const scrolled = await visit("/gallery", slow4g, scrollThroughGallery);
    const resultPictures: number[] = [];
    for (const { transformationId, resultPhotoId } of gallery.results.filter((_, at) => heavyResults.includes(at))) {
      const { requests } = await visit(`/surprise-me?job=${transformationId}`, slow4g);
      resultPictures.push(kilobytes(requests.filter((request) => request.url.includes(resultPhotoId))));
    }
    bench.tables.push(`First visits at 400 kbps, 400 ms, 4× slower CPU; times of one load each\n\n${pageTable(views)}`);
    const named = (found: View[]) => ({ value: found.length, note: found.map(({ page }) => page.name).join(", ") });
    const tools = views.filter(({ page }) => toolPaths.has(page.path));
    const { again } = await visitTwice(browser, `${url}/surprise-me`, { member });
    return {
      pagesOver: named(views.filter(isOver)),
      pagesShift: {
        ...named(views.filter(({ shift }) => shift > 0)),
        value: Math.max(...views.map(({ shift }) => shift)),
      },
      pagesBlocking: named(views.filter(({ requests }) => requests.some(({ blocking }) => blocking))),
      pagesReact: named(views.filter(({ page, requests }) => page.by === "visitor" && loadsReact(requests))),
      galleryShift: { value: scrolled.shift },
      resultPicture: { value: Math.max(...resultPictures), note: `the heaviest of ${resultPictures.length}` },
      toolJs: { value: Math.max(...tools.map(({ requests }) => kilobytes(ofKind(requests, "js")))) },
      toolJsAgain: { value: kilobytes(ofKind(again, "js")), note: listed(ofKind(again, "js")) },
      toolAgain: { value: kilobytes(again), note: listed(again) },
      walkLooking: { value: looking.length, note: listed(looking) },
      walkChoosing: { value: choosing.length, note: listed(choosing) },
    };
  } finally {
    await server.stop();
  }
}

/** True when a visit exceeds a ceiling of its page. */
const isOver = ({ page, requests }: View) => kilobytes(requests) > page.kB || requests.length > page.requests;

/** One row per page: the figures of its visit, its ceilings, and the waiting times. */
function pageTable(views: readonly View[]): string {
  const heads = "page,HTML,CSS,JS,pictures,all kB,≤,requests,≤,FCP s,LCP s,load s,CLS".split(",");
  const kinds: Kind[] = ["html", "css", "js", "image"];
  const rows = views.map((view) => {
    const { page, requests } = view;
    return [
      page.name,
      ...[...kinds.map((kind) => ofKind(requests, kind)), requests].map((those) => kilobytes(those).toFixed(1)),
      ...[page.kB, requests.length, page.requests].map(String),
      ...[view.firstPaint, view.largestPaint, view.load].map((ms) => (ms === null ? "-" : (ms / 1000).toFixed(2))),
      view.shift.toFixed(3) + (isOver(view) ? " BROKEN" : ""),
    ];
  });
  return aligned([heads, ...rows], [...heads.keys()].slice(1)).join("\n");
}

async function scrollThroughGallery(page: Page) {
  const tiles = await page.locator("ul.grid > li").all();
  if (tiles.length !== galleryPageSize) throw new Error(`the gallery showed ${tiles.length} results`);
  for (const tile of tiles) await tile.scrollIntoViewIfNeeded();
}

const tap = (selector: string) => (page: Page) => page.locator(selector).first().click();
const choose = async (page: Page) => {
  await page.locator("form input[type=radio]").first().check({ force: true });
  await page.click("#choices .btn-primary");
};

/** Actions of a member, after the first page has been opened. */
type Walk = readonly ((page: Page) => Promise<unknown>)[];

/** From the dashboard to a result, and back. */
const lookAtResult: Walk = [
  tap("main a[href='/gallery']"),
  tap("ul.grid > li a"),
  (page) => page.goBack(),
  tap("header a[href='/dashboard']"),
];
const answerQuestions: Walk = [choose, choose, (page) => page.goBack()];

async function requestsOfWalk(browser: Browser, member: Member, from: string, walk: Walk) {
  await using context = await browser.newContext({ ...phone, storageState: member, serviceWorkers: "block" });
  const page = await context.newPage();
  const log = await logNetwork(page);
  await page.goto(from);
  await log.quiet(1_000, 30_000);
  const before = log.requests().length;
  for (const step of walk) {
    await step(page);
    await log.quiet(1_000, 30_000);
  }
  const requests = log.requests().slice(before);
  return requests.filter(({ kind, bytes }) => kind !== "image" && bytes > 0);
}
