import type { Page } from "@playwright/test";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { expectAccessible } from "./expect-accessible.ts";
import { workerInstalled } from "./installed.ts";
import { expect, openDraft, type Product, test } from "./product.ts";

// The tests measure boxes, so nothing may move.
test.use({ contextOptions: { reducedMotion: "reduce" }, hasTouch: true });

const delayMs = 3000;
const weekMs = 7 * 24 * 3_600_000;

const install = (page: Page) => page.getByRole("region", { name: "Install Photogem" });
const connection = (page: Page) => page.locator(".banners").getByRole("status");

test("a banner shows a lost connection, and its return for three seconds", async ({ page, product }) => {
  await page.clock.install();
  await openWithBanners(page, product, "/");
  await expect(connection(page)).toBeEmpty();
  await page.context().setOffline(true);
  await expect(connection(page)).toHaveText("You're offline. Some features may be limited.");
  await page.clock.runFor(60_000);
  await expect(connection(page)).toHaveText("You're offline. Some features may be limited.");
  await offerInstall(page);
  await expect(install(page)).toBeVisible();
  await expectAccessible(page);
  await page.context().setOffline(false);
  await expect(connection(page)).toHaveText("You're back online!");
  await page.clock.runFor(delayMs);
  await expect(connection(page)).toBeEmpty();
});

test("a page that opens offline shows the connection banner", async ({ page, product }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, "onLine", { get: () => false }));
  await page.goto(`${product.url}/terms`);
  await expect(connection(page)).toHaveText("You're offline. Some features may be limited.");
});

test("the install banner follows the browser's offer, pauses for a week and ends once accepted", async ({
  page,
  product,
}) => {
  await page.clock.install();
  await openWithBanners(page, product, "/");
  await page.clock.runFor(2 * delayMs);
  await expect(install(page)).toHaveCount(0);
  await offerInstall(page);
  await expect(install(page)).toContainText("Opens faster and uses less data.");
  // It comes first after the skip link and never covers the focused control.
  await page.keyboard.press("Tab");
  await page.keyboard.press("Tab");
  await expect(install(page).getByRole("button", { name: "Not now" })).toBeFocused();
  await page.setViewportSize({ width: 320, height: 400 });
  await page.emulateMedia({ reducedMotion: "reduce" });
  await expectFocusNeverCovered(page);
  await install(page).getByRole("button", { name: "Not now" }).click();
  await expect(install(page)).toHaveCount(0);

  await page.clock.fastForward(weekMs - 60_000);
  await openWithBanners(page, product, "/mobile");
  await offerInstall(page);
  await expect(install(page)).toHaveCount(0);
  await page.clock.fastForward(60_001);
  await openWithBanners(page, product, "/mobile");
  await offerInstall(page);
  await expectAccessible(page);
  await install(page).getByRole("button", { name: "Install" }).click();
  await expect(install(page)).toHaveCount(0);
  expect(await page.evaluate(() => document.documentElement.dataset["prompts"])).toBe("1");

  await page.evaluate(() => dispatchEvent(new Event("appinstalled")));
  await page.clock.fastForward(2 * weekMs);
  await openWithBanners(page, product, "/");
  await offerInstall(page);
  await page.clock.runFor(delayMs);
  await expect(install(page)).toHaveCount(0);
});

test("an early install offer waits three seconds, and until the member is idle", async ({
  page,
  product,
  member: _member,
}) => {
  const { snapshot } = await photoFixtures();
  await openDraft(page, product, snapshot);
  await page.clock.install();
  await page.addInitScript(() => {
    addEventListener("DOMContentLoaded", () => dispatchEvent(new Event("beforeinstallprompt", { cancelable: true })));
  });
  await page.reload();
  await expect(page.locator(".banners")).toBeAttached();
  await page.clock.runFor(2 * delayMs);
  await expect(install(page)).toHaveCount(0);
  await page.context().setOffline(true);
  await expect(connection(page)).toContainText("offline");
  const bar = await page.locator(".action-bar").boundingBox();
  await expect
    .poll(async () => {
      const banner = await connection(page).boundingBox();
      return (banner?.y ?? NaN) + (banner?.height ?? NaN);
    })
    .toBeLessThanOrEqual(bar?.y ?? 0);
  await page.context().setOffline(false);

  await openWithBanners(page, product, "/dashboard");
  await expect(install(page)).toHaveCount(0);
  await page.clock.runFor(delayMs);
  await expect(install(page)).toBeVisible();
});

test("Safari on iOS shows the two install steps, and the installed app shows none", async ({ page, product }) => {
  await page.clock.install();
  await page.addInitScript(() => {
    Object.defineProperty(Navigator.prototype, "standalone", { get: () => location.hash === "#app" });
  });
  await openWithBanners(page, product, "/");
  await page.clock.runFor(delayMs);
  await expect(install(page).getByRole("listitem")).toHaveText(["Tap Share", "Add to Home Screen"]);
  await expect(install(page).getByRole("button", { name: "Install" })).toHaveCount(0);
  await expectAccessible(page);
  await openWithBanners(page, product, "/terms#app");
  await page.clock.runFor(delayMs);
  await expect(install(page)).toHaveCount(0);
});

test.describe("with service workers", () => {
  test.use({ serviceWorkers: "allow" });

  test("a waiting new version is offered, can be postponed and is loaded once when accepted", async ({
    page,
    product,
  }) => {
    const update = page.getByRole("region", { name: "Update" });
    await page.goto(`${product.url}/terms`);
    await workerInstalled(page);
    await expect(update).toHaveCount(0);
    // A worker at another address is another version of the same scope.
    await page.addInitScript(() => {
      const register = navigator.serviceWorker.register.bind(navigator.serviceWorker);
      navigator.serviceWorker.register = (url) => register(`${url}?next`);
      sessionStorage.setItem("loads", String(Number(sessionStorage.getItem("loads")) + 1));
    });
    await page.reload();
    await expect(update).toContainText("A new version is ready");
    await expectAccessible(page);
    await update.getByRole("button", { name: "Dismiss" }).click();
    await expect(update).toHaveCount(0);
    // The new worker was waiting already when this page opened.
    await page.reload();
    await update.getByRole("button", { name: "Update Now" }).click();
    await page.waitForFunction(() => sessionStorage.getItem("loads") === "3");
    await page.waitForFunction(() => navigator.serviceWorker.controller?.scriptURL.endsWith("?next"));
    await page.waitForLoadState("networkidle");
    await expect(update).toHaveCount(0);
    expect(await page.evaluate(() => sessionStorage.getItem("loads"))).toBe("3");
  });

  test("an open page checks for a new version when it becomes visible, hourly at most @long", async ({
    page,
    product,
  }) => {
    await page.clock.install();
    await page.goto(`${product.url}/terms`);
    await workerInstalled(page);
    await page.evaluate(() => {
      let asked = 0;
      ServiceWorkerRegistration.prototype.update = async function (this: ServiceWorkerRegistration) {
        asked += 1;
        document.documentElement.dataset["asked"] = String(asked);
        return this;
      };
    });
    const seeAgain = () => page.evaluate(() => document.dispatchEvent(new Event("visibilitychange")));
    const html = page.locator("html");
    // The first visit loads the update check once its page has been hidden.
    await Promise.all([page.waitForResponse(/update-banner/), seeAgain()]);
    await page.waitForLoadState("networkidle");
    await page.clock.fastForward(3_600_000);
    await expect(html).not.toHaveAttribute("data-asked");
    await seeAgain();
    await expect(html).toHaveAttribute("data-asked", "1");
    await seeAgain();
    await expect(html).toHaveAttribute("data-asked", "1");
  });
});

async function openWithBanners(page: Page, product: Product, path: string) {
  await page.goto(product.url + path);
  await expect(page.locator(".banners")).toBeAttached();
}

async function offerInstall(page: Page) {
  await page.evaluate(() => {
    const { dataset } = document.documentElement;
    const prompt = async () => {
      dataset["prompts"] = String(Number(dataset["prompts"] ?? 0) + 1);
      return { outcome: "accepted" };
    };
    dispatchEvent(Object.assign(new Event("beforeinstallprompt", { cancelable: true }), { prompt }));
  });
}

async function expectFocusNeverCovered(page: Page) {
  for (let presses = 0; presses < 20; presses += 1) {
    await page.keyboard.press("Tab");
    const covered = await page.evaluate(() => {
      const focus = document.activeElement;
      const banners = document.querySelector(".banners");
      if (!focus || !banners || focus === document.body || banners.contains(focus)) return null;
      const box = focus.getBoundingClientRect();
      const over = banners.getBoundingClientRect();
      const overlaps = box.bottom > over.top && box.top < over.bottom;
      return overlaps && box.height < over.top ? focus.outerHTML.slice(0, 120) : null;
    });
    expect(covered).toBeNull();
  }
}
