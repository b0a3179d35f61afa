/** Photos from other apps, held for one hour until a tool takes them. */
interface SharedPhotos {
  files: readonly File[];
  member: string | null;
}

export const sharedPhotoCache = "shared-photo";
const path = "/share-photo";
/** ms; the Privacy Policy states it (marketing/legal/promises.ts). */
export const offlineForMs = 3_600_000;

export async function storeSharedPhotos({ files, member }: SharedPhotos, now = Date.now()): Promise<void> {
  await forgetSharedPhoto();
  const cache = await caches.open(sharedPhotoCache);
  for (const [index, file] of files.entries()) {
    const headers = new Headers({
      "Content-Type": file.type,
      "X-Name": encodeURIComponent(file.name),
      "X-Kept-At": String(now),
      ...(member ? { "X-Member": member } : {}),
    });
    await cache.put(addressOf(index), new Response(file, { headers }));
  }
}

const addressOf = (index: number) => (index ? `${path}/${index}` : path);

/** The first photo of this member; null when absent, expired or another member's. */
export async function sharedPhotoFor(member: string, now = Date.now()): Promise<File | null> {
  const stored = (await caches.has(sharedPhotoCache)) && (await (await caches.open(sharedPhotoCache)).match(path));
  if (!stored) return null;
  const { headers } = stored;
  const sharer = headers.get("X-Member");
  if (isOld(headers, now) || (sharer && sharer !== member)) {
    await forgetSharedPhoto();
    return null;
  }
  return fileOf(stored);
}

export const severalSharedPhotos = async (): Promise<boolean> =>
  (await (await caches.open(sharedPhotoCache)).match(addressOf(1))) !== undefined;

export async function sharedPhotosFor(member: string, now = Date.now()): Promise<File[]> {
  const files: File[] = [];
  const cache = (await sharedPhotoFor(member, now)) && (await caches.open(sharedPhotoCache));
  for (let stored = await cache?.match(path); cache && stored; stored = await cache.match(addressOf(files.length))) {
    files.push(await fileOf(stored));
  }
  return files;
}

async function fileOf(response: Response): Promise<File> {
  const name = decodeURIComponent(response.headers.get("X-Name") ?? "");
  return new File([await response.blob()], name, { type: response.headers.get("Content-Type") ?? "" });
}

export const forgetSharedPhoto = (): Promise<boolean> => caches.delete(sharedPhotoCache);

export async function forgetOldSharedPhoto(now = Date.now()): Promise<void> {
  if (!(await caches.has(sharedPhotoCache))) return;
  const stored = await (await caches.open(sharedPhotoCache)).match(path);
  if (!stored || isOld(stored.headers, now)) await forgetSharedPhoto();
}

function isOld(headers: Headers, now: number): boolean {
  const age = now - Number(headers.get("X-Kept-At"));
  return !(age >= 0 && age < offlineForMs);
}
