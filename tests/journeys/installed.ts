import { cp, mkdtemp, readdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, type Page } from "@playwright/test";

/** Waits until the service worker answers this page's requests. */
export async function workerInstalled(page: Page) {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === "activated");
}

/** Every address in every cache of the device, with the first characters of the cached response. */
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

/** Waits until this many of a member's pictures are cached. */
export async function picturesKept(page: Page, count: number) {
  await expect
    .poll(async () => (await keptOnDevice(page)).filter(({ url }) => url.includes("/images/")).length)
    .toBe(count);
}

/** The names of the caches with a member's data. */
export const privateCaches = async (page: Page): Promise<string[]> =>
  page.evaluate(async () => (await caches.keys()).filter((name) => name.startsWith("private-")));

/**
 * Copies the built product and changes it into its next version: another service worker, another version of React
 * Router's manifest, and another name for the gallery's script.
 */
export async function nextVersion() {
  const folder = await mkdtemp(join(tmpdir(), "photogem-next-"));
  for (const part of ["app", "build", "supabase", "package.json"]) {
    await cp(part, join(folder, part), { recursive: true });
  }
  await symlink(join(process.cwd(), "node_modules"), join(folder, "node_modules"));
  const client = join(folder, "build/client");
  const names = await readdir(join(client, "assets"));
  const script = names.find((name) => /^gallery\.route-[\w-]{8}\.js$/.test(name));
  if (!script) throw new Error("the gallery has no script");
  const renamed = "gallery.route-NextNext.js";
  await cp(join(client, "assets", script), join(client, "assets", renamed));
  await rm(join(client, "assets", script));
  const texts = [
    ...names.filter((name) => name.endsWith(".js") && name !== script).map((name) => join(client, "assets", name)),
    join(client, "sw.js"),
    join(folder, "build/server/index.js"),
  ];
  for (const file of texts) {
    const text = await readFile(file, "utf8");
    const next = text
      .replaceAll(script, renamed)
      .replaceAll(/("revision":")[0-9a-f]+(","url":"\/offline")/g, "$1next$2")
      .replaceAll(/("version": ?")[0-9a-f]{8}(")/g, "$1nextnext$2");
    await writeFile(file, next);
  }
  // Compressed copies would still be the old version's.
  for (const name of await readdir(client, { recursive: true })) {
    if (/\.(br|gz)$/.test(name)) await rm(join(client, name));
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
