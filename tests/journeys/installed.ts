import { expect, type Page } from "@playwright/test";

/** Waits until the service worker answers this page's requests. */
export async function workerInstalled(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** Every address in every cache of the device, with the first characters of what is kept there. */
export async function keptOnDevice(page: Page): Promise<{ cache: string; url: string; type: string; begin: string }[]> {
  return page.evaluate(async () => {
    const found = [];
    for (const cache of await caches.keys()) {
      const opened = await caches.open(cache);
      for (const request of await opened.keys()) {
        const response = await opened.match(request, { ignoreVary: true });
        const type = response?.headers.get("Content-Type") ?? "";
        const begin = /text|json/.test(type) ? ((await response?.text()) ?? "") : "";
        found.push({ cache, url: request.url, type, begin });
      }
    }
    return found;
  });
}

/** Waits until this many pictures of a member are kept. */
export async function picturesKept(page: Page, count: number) {
  await expect
    .poll(async () => (await keptOnDevice(page)).filter(({ url }) => url.includes("/images/")).length)
    .toBe(count);
}

/** The names of the caches that hold a member's things. */
export const privateCaches = async (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("private-")));
