import { type KeepPictures, type KeptPicture, type OfferedPicture, pictureListPath } from "../worker-messages.ts";
import { isFrugal, later } from "./connection.ts";
import { holder, withPrivateCache } from "./member-caches.ts";

export const mostPictures = 24;

/** Only for the member of the server's latest response. */
export function keepPictures(message: KeepPictures): Promise<void> {
  // In sequence: each run deletes pictures outside its own list.
  keeping = keeping.then(() => keepThese(message)).catch(() => {});
  return keeping;
}

let keeping: Promise<void> = Promise.resolve();

async function keepThese({ member, pictures, all }: KeepPictures): Promise<void> {
  const before = (await withPrivateCache(member, listed)) ?? [];
  const earlier = new Map(before.map((each) => [photoOf(each.src), each]));
  const kept: KeptPicture[] = [];
  // From the end: the page still loads the first ones.
  for (const picture of pictures.slice(0, mostPictures).toReversed()) {
    const src = await keepOne(member, picture);
    if (src)
      kept.unshift({ src, name: picture.name, facts: picture.facts || (earlier.get(photoOf(src))?.facts ?? "") });
  }
  const others = before.filter(({ src }) => !kept.some((each) => photoOf(each.src) === photoOf(src)));
  const list = all ? kept : [...kept, ...others];
  await withPrivateCache(member, (cache) => replaceList(cache, list.slice(0, mostPictures)));
}

export async function answerPicture(request: Request): Promise<Response> {
  try {
    return await fetch(request);
  } catch (error) {
    const member = await holder();
    const kept = member && (await withPrivateCache(member, (cache) => cache.match(request.url, { ignoreVary: true })));
    if (kept) return kept;
    throw error;
  }
}

async function keepOne(member: string, { sources }: OfferedPicture): Promise<string | null> {
  const own = sources.filter((source) => source.startsWith("/images/"));
  const there = await withPrivateCache(member, async (cache) => {
    for (const source of own) if (await cache.match(source, { ignoreVary: true })) return source;
    return null;
  });
  if (there !== null) return there ?? null;
  const found = (await fromBrowser(own)) ?? (await fromLine(own[0]));
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

async function fromLine(source: string | undefined) {
  if (!source || isFrugal()) return null;
  const response = await fetch(source, later).catch(() => null);
  return response && whole(source, response);
}

/** Reads the whole body first; null for a failed or truncated image. */
async function whole(source: string, response: Response) {
  const type = response.headers.get("Content-Type") ?? "";
  if (!response.ok || !type.startsWith("image/")) return null;
  const bytes = await response.blob().catch(() => null);
  return bytes && { source, response: new Response(bytes, { headers: { "Content-Type": type } }) };
}

async function listed(cache: Cache): Promise<KeptPicture[]> {
  const list = await cache.match(pictureListPath);
  return list ? ((await list.json()) as KeptPicture[]) : [];
}

async function replaceList(cache: Cache, list: KeptPicture[]) {
  await cache.put(pictureListPath, Response.json(list, { headers: { "X-Kept-At": String(Date.now()) } }));
  const wanted = new Set(
    [...list.map(({ src }) => src), pictureListPath].map((path) => new URL(path, location.href).href),
  );
  const unwanted = (await cache.keys()).filter(({ url }) => url.includes("/images/") && !wanted.has(url));
  await Promise.all(unwanted.map((request) => cache.delete(request)));
}

const photoOf = (src: string) => src.slice(0, src.lastIndexOf("/"));
