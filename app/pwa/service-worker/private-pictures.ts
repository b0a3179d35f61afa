import { type StorePictures, type StoredPicture, type OfferedPicture, pictureListPath } from "../worker-messages.ts";
import { savesData, lowPriority } from "./worker-scope.ts";
import { cacheOwner, withPrivateCache } from "./member-caches.ts";

export const maxPictures = 24;

/** Only for the member of the server's latest response. */
export function storePictures(message: StorePictures): Promise<void> {
  // In sequence: each run deletes pictures outside its own list.
  storing = storing.then(() => storeAll(message)).catch(() => {});
  return storing;
}

let storing: Promise<void> = Promise.resolve();

async function storeAll({ member, pictures, all }: StorePictures): Promise<void> {
  const before = (await withPrivateCache(member, listed)) ?? [];
  const earlier = new Map(before.map((each) => [photoOf(each.src), each]));
  const stored: StoredPicture[] = [];
  // Starts at the end, because the page still loads the first ones.
  for (const picture of pictures.slice(0, maxPictures).reverse()) {
    const src = await storeOne(member, picture);
    if (src)
      stored.unshift({ src, name: picture.name, facts: picture.facts || (earlier.get(photoOf(src))?.facts ?? "") });
  }
  const others = before.filter(({ src }) => !stored.some((each) => photoOf(each.src) === photoOf(src)));
  const list = all ? stored : [...stored, ...others];
  await withPrivateCache(member, (cache) => replaceList(cache, list.slice(0, maxPictures)));
}

export async function answerPicture(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const member = await cacheOwner();
    const cached =
      member && (await withPrivateCache(member, (cache) => cache.match(request.url, { ignoreVary: true })));
    if (cached) return cached;
    throw error;
  }
}

async function storeOne(member: string, { sources }: OfferedPicture): Promise<string | null> {
  const own = sources.filter((source) => source.startsWith("/images/"));
  const cachedSource = await withPrivateCache(member, async (cache) => {
    for (const source of own) if (await cache.match(source, { ignoreVary: true })) return source;
    return null;
  });
  if (cachedSource !== null) return cachedSource ?? null;
  const found = (await fromBrowser(own)) ?? (await fromNetwork(own[0]));
  if (!found) return null;
  await withPrivateCache(member, (cache) => cache.put(found.source, found.response));
  return found.source;
}

async function fromBrowser(sources: string[]) {
  for (const source of sources) {
    const response = await fetch(source, { cache: "only-if-cached", mode: "same-origin" }).catch(() => null);
    const found = response && (await whole(source, response));
    if (found) return found;
  }
  return null;
}

async function fromNetwork(source: string | undefined) {
  if (!source || savesData()) return null;
  const response = await fetch(source, lowPriority).catch(() => null);
  return response && whole(source, response);
}

/** Reads the whole body first; null for a failed or truncated image. */
async function whole(source: string, response: Response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (!response.ok || !type.startsWith("image/")) return null;
  const bytes = await response.blob().catch(() => null);
  return bytes && { source, response: new Response(bytes, { headers: { "Content-Type": type } }) };
}

async function listed(cache: Cache): Promise<StoredPicture[]> {
  const list = await cache.match(pictureListPath);
  return list ? ((await list.json()) as StoredPicture[]) : [];
}

async function replaceList(cache: Cache, list: StoredPicture[]) {
  await cache.put(pictureListPath, Response.json(list, { headers: { "X-Kept-At": String(Date.now()) } }));
  const wanted = new Set(
    [...list.map(({ src }) => src), pictureListPath].map((path) => new URL(path, location.href).href),
  );
  const unwanted = (await cache.keys()).filter(({ url }) => url.includes("/images/") && !wanted.has(url));
  await Promise.all(unwanted.map((request) => cache.delete(request)));
}

const photoOf = (src: string) => src.slice(0, src.lastIndexOf("/"));
