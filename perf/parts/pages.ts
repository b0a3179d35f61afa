import type { Browser, Page } from "@playwright/test";
import { toolList } from "../../app/tools/tool-list.ts";
import { type Member, signIn } from "../members.ts";
import type { Bench } from "../bench.ts";
import { loadCold } from "../browser/cold-load.ts";
import {
  logNetwork,
  type WireRequest,
  besidesDocument,
  kilobytes,
  listed,
  loadsReact,
  ofKind,
} from "../browser/network-log.ts";
import { phone } from "../browser/chromium.ts";
import type { Readings } from "../budgets.ts";
import { furnishMember, type Places } from "../pages/furnish-member.ts";
import { pageList } from "../pages/page-list.ts";
import { isOver, pageTable, type PageView, viewOf } from "../pages/page-view.ts";
import { slowestLine } from "../slow-line/line.ts";

const toolPaths = new Set<string>(Object.values(toolList).map(({ path }) => path));

/** Requests of a browser that opened the page before, without the document. */
async function secondVisit(browser: Browser, url: string, member: Member): Promise<WireRequest[]> {
  const context = await browser.newContext({ ...phone, storageState: member });
  try {
    let requests: WireRequest[] = [];
    for (let visit = 0; visit < 2; visit += 1) {
      const page = await context.newPage();
      const log = await logNetwork(page);
      await page.goto(url);
      await log.quiet(quietMs, 20_000);
      await page.close();
      requests = log.requests();
    }
    return besidesDocument(requests).filter(({ bytes }) => bytes > 0);
  } finally {
    await context.close();
  }
}

/** The last part of each address, once. */
const namesOf = (requests: readonly WireRequest[]) =>
  [...new Set(requests.map(({ url }) => new URL(url).pathname.split("/").at(-1)))].join(", ");

/**
 * A page is done when it has asked for nothing for so long, ms: longer than what a script asks for takes to follow the
 * script, shorter than the pause between two questions about work in progress.
 */
const quietMs = 1_200;

/** Every page on the phone over the slowest line, each once with an empty cache: its bytes are the same every time. */
export async function measurePages(bench: Bench): Promise<Readings> {
  const browser = await bench.browser();
  const gallery = await bench.fullGallery();
  const server = await bench.startProduct();
  try {
    const views: PageView[] = [];
    const react: string[] = [];
    const member = await signIn(browser, server.url, gallery.account);
    const places = await furnishMember(browser, server.url, member, gallery);
    const walking = { url: server.url, member, places };
    const looking = await requestsOfWalk(browser, { ...walking, walk: walks.looking });
    const choosing = await requestsOfWalk(browser, { ...walking, walk: walks.choosing });
    for (const page of pageList(places)) {
      const visitor = page.by === "member" ? { storageState: member } : {};
      const visit = await loadCold(browser, server.url + page.path, { line: slowestLine, visitor, quietMs });
      views.push(viewOf(page, visit));
      if (page.by === "visitor" && loadsReact(visit.requests)) react.push(page.name);
    }
    bench.tables.push(`First visits at 400 kbps, 400 ms, 4× slower CPU; times of one load each\n\n${pageTable(views)}`);
    const named = (found: PageView[]) => ({ value: found.length, note: found.map(({ page }) => page.name).join(", ") });
    const tools = views.filter(({ page }) => toolPaths.has(page.path));
    const again = await secondVisit(browser, `${server.url}/surprise-me`, member);
    const moved = views.filter(({ shift }) => shift > 0);
    return {
      pagesOver: named(views.filter(isOver)),
      pagesShift: { ...named(moved), value: Math.max(...views.map(({ shift }) => shift)) },
      pagesBlocking: named(views.filter(({ blocking }) => blocking > 0)),
      pagesReact: { value: react.length, note: react.join(", ") },
      toolJs: { value: Math.max(...tools.map(({ kB }) => kB.js)) },
      toolJsAgain: { value: kilobytes(ofKind(again, "js")), note: listed(ofKind(again, "js")) },
      toolAgain: { value: kilobytes(again), note: listed(again) },
      walkLooking: { value: looking.length, note: namesOf(looking) },
      walkChoosing: { value: choosing.length, note: namesOf(choosing) },
    };
  } finally {
    await server.stop();
  }
}

/** Pages a member goes through by tapping, after the first of them has been opened. */
interface Walk {
  from: (places: Places) => string;
  taps: readonly ((page: Page) => Promise<unknown>)[];
}

const tap = (selector: string) => (page: Page) => page.locator(selector).first().click();
const choose = async (page: Page) => {
  await page.locator("form input[type=radio]").first().check({ force: true });
  await page.click("#choices .btn-primary");
};

const walks = {
  /** Looks at a result and comes back. */
  looking: {
    from: () => "/dashboard",
    taps: [
      tap("main a[href='/gallery']"),
      tap("ul.grid > li a"),
      (page) => page.goBack(),
      tap("header a[href='/dashboard']"),
    ],
  },
  /** Answers the first questions of a tool. */
  choosing: {
    from: ({ portraitDraft }) => `/transform?draft=${portraitDraft}&step=background`,
    taps: [choose, choose, (page) => page.goBack()],
  },
} satisfies Record<string, Walk>;

async function requestsOfWalk(
  browser: Browser,
  { url, member, places, walk }: { url: string; member: Member; places: Places; walk: Walk },
): Promise<WireRequest[]> {
  const context = await browser.newContext({ ...phone, storageState: member, serviceWorkers: "block" });
  try {
    const page = await context.newPage();
    const log = await logNetwork(page);
    await page.goto(url + walk.from(places));
    await log.quiet(1_000, 30_000);
    const before = log.requests().length;
    for (const step of walk.taps) {
      await step(page);
      await log.quiet(1_000, 30_000);
    }
    return log
      .requests()
      .slice(before)
      .filter(({ kind, bytes }) => kind !== "image" && bytes > 0);
  } finally {
    await context.close();
  }
}
