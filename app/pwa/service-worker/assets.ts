import { offlineFormsCache } from "../offline-forms/send-offline-forms.ts";
import { sharedPhotoCache } from "../shared-photo.ts";
import { type FetchEvent, lowPriority, savesData } from "./worker-scope.ts";
import { isPrivate } from "./member-caches.ts";

interface BuildFile {
  url: string;
  revision: string | null;
  signedIn?: boolean;
}

declare const self: { __WB_MANIFEST: BuildFile[] };
const files = self.__WB_MANIFEST;

/** All builds share this cache: hashed names differ, and other files carry their revision. */
const cacheName = "assets";

export const offlinePage = "/offline";

export const cacheVisitorFiles = () => cacheFiles(files.filter(({ signedIn }) => !signedIn));

let caching: Promise<void> | null = null;

export function cacheMemberFiles(): Promise<void> {
  if (savesData()) return Promise.resolve();
  caching ??= cacheFiles(files.filter(({ signedIn }) => signedIn)).catch(() => void (caching = null));
  return caching;
}

export async function removeOldFiles() {
  const unknown = (await caches.keys()).filter(
    (name) => ![cacheName, sharedPhotoCache, offlineFormsCache].includes(name) && !isPrivate(name),
  );
  await Promise.all(unknown.map((name) => caches.delete(name)));
  const cache = await caches.open(cacheName);
  const wanted = new Set(files.map(address));
  const cachedRequests = await cache.keys();
  await Promise.all(cachedRequests.filter(({ url }) => !wanted.has(url)).map((request) => cache.delete(request)));
}

export async function answerAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(cacheName);
  const cached = await cache.match(request.url, loosely);
  if (cached) return cached;
  const response = await fetch(request);
  if (response.ok && response.type === "basic") {
    // On a full device the page still gets the file.
    event.waitUntil(cache.put(request.url, response.clone()).catch(() => {}));
  }
  return response;
}

export const cachedOfflinePage = () => cachedFile(offlinePage);

export async function cachedFile(path: string): Promise<Response | undefined> {
  const file = files.find(({ url }) => url === path);
  return file && (await caches.open(cacheName)).match(address(file), loosely);
}

async function cacheFiles(wanted: BuildFile[]) {
  const cache = await caches.open(cacheName);
  const addresses = new Set((await cache.keys()).map(({ url }) => url));
  for (const file of wanted.filter((file) => !addresses.has(address(file)))) {
    // Sends no cookies, so that the cached page is a visitor's.
    const response = await fetch(file.url, {
      ...lowPriority,
      credentials: "omit",
      cache: file.revision ? "reload" : "default",
    });
    if (!response.ok || response.redirected) throw new Error(`${file.url} answered ${response.status}`);
    await cache.put(address(file), response);
  }
}

function address({ url, revision }: BuildFile): string {
  const { href } = new URL(url, location.href);
  return revision ? `${href}?revision=${revision}` : href;
}

/** Files vary by encoding only, which the cache has decoded. */
const loosely = { ignoreVary: true };
