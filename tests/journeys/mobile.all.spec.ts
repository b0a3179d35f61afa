import { setTimeout } from "node:timers/promises";
import { chromium, type Locator, type Page } from "@playwright/test";
import { windowedChromiumPath } from "../chromium.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { expect, type Product, test } from "./product.ts";

test.use({ hasTouch: true });

const titles = ["AI Magic", "Easy Transformations", "Photo Gallery"];
const stayMs = 4000;

const dot = (page: Page, place: number) => page.getByRole("link", { name: `Slide ${place}: ${titles[place - 1]}` });
const row = (page: Page) => page.getByRole("group", { name: "Slides" });
const main = (page: Page) => page.getByRole("main");

test("the welcome page shows three cards with dots and leads on", async ({ page, product, javaScriptEnabled }) => {
  await page.goto(`${product.url}/mobile`);
  await expect(page.getByRole("link", { name: "Photogem" })).toHaveAttribute("href", "/mobile");
  await expect(main(page).getByRole("link", { name: "Get Started" })).toHaveAttribute("href", "/register");
  await expect(main(page).getByRole("link", { name: "Sign In" })).toHaveAttribute("href", "/login");
  for (const place of [2, 3, 1]) {
    await dot(page, place).click();
    await expectInView(page, place);
  }
  await expect(page.getByRole("button", { name: "Pause slides" })).toHaveCount(javaScriptEnabled === false ? 0 : 1);
  if (javaScriptEnabled !== false) await expectAccessible(page);
  const typeOf = async (path: string) => (await page.request.get(product.url + path)).headers()["content-type"];
  expect(await typeOf("/manifest.webmanifest")).toBe("application/manifest+json");
  expect(await typeOf("/favicon.ico")).toBe("image/x-icon");
});

test("the welcome page redirects a member to the dashboard @plain", async ({ page, product, member: _member }) => {
  await page.goto(`${product.url}/mobile`);
  await page.waitForURL("**/dashboard");
});

test.describe("the carousel with scripts", () => {
  test.skip(({ javaScriptEnabled }) => javaScriptEnabled === false, "needs scripts");

  test("cards advance every four seconds in a loop without turning back", async ({ page, product }) => {
    await page.clock.install();
    await page.goto(`${product.url}/mobile`);
    await expectCurrent(page, 1);
    await row(page).evaluate((scroller) => {
      const seen: number[] = [];
      Object.assign(window, { seen });
      scroller.addEventListener("scroll", () => seen.push(scroller.scrollLeft / scroller.clientWidth));
    });
    for (const place of [2, 3, 1, 2]) {
      await page.clock.runFor(stayMs);
      await expectCurrent(page, place);
      await expectInView(page, place);
    }
    const seen = await page.evaluate(() => (window as unknown as { seen: number[] }).seen);
    // The first card follows the last one and becomes the first again only at rest: the row never runs backwards.
    const back = seen.filter((at, index) => at < (seen[index - 1] ?? 0) - 0.01);
    expect(back).toEqual([0]);
    expect(Math.max(...seen)).toBeGreaterThan(2.9);
  });

  test("cards pause under pointer and focus, in a hidden tab and on request", async ({ page, product }) => {
    await page.clock.install();
    await page.goto(`${product.url}/mobile`);
    await expectCurrent(page, 1);
    // Two stays pass in each state. If one card had moved on, the next stay would show a wrong card.
    const standStill = () => page.clock.runFor(2 * stayMs);
    await row(page).hover();
    await standStill();
    await page.mouse.move(2, 2);
    await page.clock.runFor(stayMs);
    await expectInView(page, 2);

    await main(page).press("Tab");
    await dot(page, 1).focus();
    await standStill();
    await page.getByRole("link", { name: "Sign In" }).focus();
    await page.clock.runFor(stayMs);
    await expectInView(page, 3);

    await hide(page, true);
    await standStill();
    await hide(page, false);
    await page.clock.runFor(stayMs);
    await expectInView(page, 1);

    const status = page.locator("[data-carousel]").getByRole("status");
    await expect(status).toBeEmpty();
    await page.getByRole("button", { name: "Pause slides" }).click();
    await page.getByRole("link", { name: "Sign In" }).focus();
    await page.mouse.move(2, 2);
    await standStill();
    await expectInView(page, 1);
    await expectAccessible(page);
    await dot(page, 3).click();
    await expectInView(page, 3);
    await expect(status).toHaveText("Slide 3 of 3: Photo Gallery");
    await page.getByRole("button", { name: "Play slides" }).click();
    await page.clock.runFor(stayMs);
    await expectInView(page, 1);
    await expect(status).toBeEmpty();
  });

  test("a swipe of more than 50 px changes the card in either direction @long", async ({ page, product }) => {
    await page.goto(`${product.url}/mobile`);
    await page.getByRole("button", { name: "Pause slides" }).click();
    for (const [px, place] of [
      [-49, 1],
      [-51, 2],
      [-200, 3],
      [-60, 1],
      [60, 3],
      [49, 3],
      [51, 2],
    ] as const) {
      await swipe(row(page), px);
      await expectInView(page, place);
      await expectCurrent(page, place);
    }
  });

  test("reduced motion stops the cards and removes the pause button", async ({ page, product }) => {
    await page.emulateMedia({ reducedMotion: "reduce" });
    await page.clock.install();
    await page.goto(`${product.url}/mobile`);
    await expectCurrent(page, 1);
    await expect(page.getByRole("button", { name: "Pause slides" })).toHaveCount(0);
    await page.clock.runFor(2 * stayMs);
    await dot(page, 2).click();
    await expectInView(page, 2);
    await expect(page.locator("[data-carousel]").getByRole("status")).toHaveText("Slide 2 of 3: Easy Transformations");
  });

  test("the landing page opens as the welcome page from an Android app before the first paint", async ({
    page,
    product,
  }) => {
    await page.goto(`${product.url}/terms`);
    await page.addInitScript(() =>
      Object.defineProperty(Document.prototype, "referrer", { get: () => "android-app://com.example/" }),
    );
    await expectOnlyWelcome(page, product);
  });

  test("the landing page opens as the welcome page in the installed app before the first paint @long", async ({
    product,
  }, testInfo) => {
    // A separate window, like the installed app's: Chromium emulates no display mode.
    const app = await chromium.launchPersistentContext(testInfo.outputPath("profile"), {
      executablePath: windowedChromiumPath(),
      args: ["--no-sandbox", "--disable-gpu", `--app=${product.url}/terms`],
      serviceWorkers: "block",
    });
    try {
      const [page] = app.pages();
      if (!page) throw new Error("the app has no window");
      await expectOnlyWelcome(page, product);
    } finally {
      await app.close();
    }
  });
});

/** Goes from the current page to `/`, and back from its redirect. */
async function expectOnlyWelcome(page: Page, product: Product) {
  await page.addInitScript(() =>
    addEventListener("pagehide", () => {
      const paints = performance.getEntriesByType("paint").length;
      sessionStorage.setItem("left", `${location.pathname} ${document.body?.childElementCount ?? 0} ${paints}`);
    }),
  );
  // The connection is slow enough to draw the landing page first.
  await page.route("**/mobile", async (route) => {
    await setTimeout(300);
    await route.continue();
  });
  await expect(page.getByRole("heading", { level: 1, name: "Terms" })).toBeVisible();
  await page.evaluate(() => location.assign("/"));
  await page.waitForURL("**/mobile");
  expect(await page.evaluate(() => sessionStorage.getItem("left"))).toBe("/ 0 0");
  await page.goBack();
  await expect(page).toHaveURL(`${product.url}/terms`);
}

async function expectCurrent(page: Page, place: number) {
  await expect(page.locator(".dots [aria-current=true]")).toHaveAttribute("href", `#s${place}`);
}

/** Expects the card at rest, filling the row. */
async function expectInView(page: Page, place: number) {
  const heading = main(page).getByRole("heading", { name: titles[place - 1], includeHidden: true });
  await expect
    .poll(() =>
      heading.evaluate((element) => {
        const card = element.closest("[aria-roledescription=slide]")?.getBoundingClientRect();
        const box = element.closest("[data-slides]")?.getBoundingClientRect();
        return Math.round((card?.left ?? NaN) - (box?.left ?? NaN));
      }),
    )
    .toBe(0);
}

async function swipe(scroller: Locator, px: number) {
  const box = await scroller.boundingBox();
  const touch = await scroller.page().context().newCDPSession(scroller.page());
  const from = { x: (box?.x ?? 0) + (px < 0 ? 280 : 60), y: (box?.y ?? 0) + 100 };
  const send = (type: "touchStart" | "touchMove" | "touchEnd", right: number) =>
    touch.send("Input.dispatchTouchEvent", {
      type,
      touchPoints: type === "touchEnd" ? [] : [{ x: from.x + right, y: from.y }],
    });
  await send("touchStart", 0);
  for (const part of [0.3, 0.7, 1]) await send("touchMove", px * part);
  await send("touchEnd", px);
  await touch.detach();
}

async function hide(page: Page, hidden: boolean) {
  await page.evaluate((value) => {
    Object.defineProperty(document, "hidden", { value, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  }, hidden);
}
