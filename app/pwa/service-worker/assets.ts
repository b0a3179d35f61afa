import { offlineFormsCache } from "../offline-forms/offline-forms-store.ts";
import { sharedPhotoCache } from "../shared-photo.ts";
import { isFrugal, later } from "./connection.ts";
import { isPrivate } from "./member-caches.ts";
import type { FetchEvent } from "./worker-scope.ts";

/** A file of the build the worker may keep; the build puts the list in (build-steps/service-worker-build.ts). */
interface KeptFile {
  url: string;
  /** Of what has no hash in its name. */
  revision: string | null;
  /** Needed by signed-in pages alone. */
  signedIn?: boolean;
}

declare const self: { __WB_MANIFEST: KeptFile[] };
const files = self.__WB_MANIFEST;

/** Of every build: names carry a hash, or here their revision, so that an old and a new build share what is the same. */
const cacheName = "assets";

export const offlinePage = "/offline";

/** What signed-out pages need: kept for everybody, when the worker is installed. */
export const keepVisitorFiles = () => keep(files.filter(({ signedIn }) => !signedIn));

let keeping: Promise<void> | null = null;

/** What signed-in pages need: kept for members, when there is a line to spare. Once in this worker's life. */
export function keepMemberFiles(): Promise<void> {
  if (isFrugal()) return Promise.resolve();
  // Broken off by a lost line, it begins again at the next page.
  keeping ??= keep(files.filter(({ signedIn }) => signedIn)).catch(() => void (keeping = null));
  return keeping;
}

/** Removes what this build does not have. The worker of the build before is gone by then. */
export async function removeOldFiles() {
  const unknown = (await caches.keys()).filter(
    (name) => ![cacheName, sharedPhotoCache, offlineFormsCache].includes(name) && !isPrivate(name),
  );
  await Promise.all(unknown.map((name) => caches.delete(name)));
  const cache = await caches.open(cacheName);
  const wanted = new Set(files.map(address));
  const kept = await cache.keys();
  await Promise.all(kept.filter(({ url }) => !wanted.has(url)).map((request) => cache.delete(request)));
}

/** A file under a hashed name: from the device, or from the line, and from the device the next time. */
export async function answerAsset(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const cache = await caches.open(cacheName);
  const kept = await cache.match(request.url, loosely);
  if (kept) return kept;
  const response = await fetch(request);
  if (response.ok && response.type === "basic") {
    // A device without room for it has the file all the same.
    event.waitUntil(cache.put(request.url, response.clone()).catch(() => {}));
  }
  return response;
}

/** The page that stands without a line; undefined when the browser has thrown it away. */
export const keptOfflinePage = () => keptFile(offlinePage);

/** A file of the build without a hash in its name, as it was when the worker was installed. */
export async function keptFile(path: string): Promise<Response | undefined> {
  const file = files.find(({ url }) => url === path);
  return file && (await caches.open(cacheName)).match(address(file), loosely);
}

async function keep(wanted: KeptFile[]) {
  const cache = await caches.open(cacheName);
  const addresses = new Set((await cache.keys()).map(({ url }) => url));
  for (const file of wanted.filter((each) => !addresses.has(address(each)))) {
    // Without cookies: what is kept for everybody must be what a stranger sees.
    const response = await fetch(file.url, {
      ...later,
      credentials: "omit",
      cache: file.revision ? "reload" : "default",
    });
    if (!response.ok || response.redirected) throw new Error(`${file.url} answered ${response.status}`);
    await cache.put(address(file), response);
  }
}

/** Under which a file is kept: two builds' pages of one name stand side by side until the older worker is gone. */
function address({ url, revision }: KeptFile): string {
  const { href } = new URL(url, location.href);
  return revision ? `${href}?revision=${revision}` : href;
}

/** Our files differ by encoding alone, which is over by the time they are kept. */
const loosely = { ignoreVary: true };
