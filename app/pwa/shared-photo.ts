/**
 * Photos another app shared with this one, waiting on the device until a tool's page takes them. They may have been
 * shared before anybody had signed in, so they outlive signing in, for an hour; signing out forgets them.
 */
interface SharedPhotos {
  files: readonly File[];
  /** The key of the member whose device it was by then, as far as known: nobody else gets them. */
  member: string | null;
}

/** The cache they wait in. */
export const sharedPhotoCache = "shared-photo";
const path = "/share-photo";
/** ms. The Privacy Policy names it (marketing/legal/promises.ts). */
export const offlineForMs = 3_600_000;

/** In place of those that waited before. */
export async function keepSharedPhotos({ files, member }: SharedPhotos, now = Date.now()): Promise<void> {
  await forgetSharedPhoto();
  const cache = await caches.open(sharedPhotoCache);
  for (const [index, file] of files.entries()) {
    const headers = new Headers({
      "Content-Type": file.type,
      // Headers hold Latin letters only.
      "X-Name": encodeURIComponent(file.name),
      "X-Kept-At": String(now),
      ...(member ? { "X-Member": member } : {}),
    });
    await cache.put(addressOf(index), new Response(file, { headers }));
  }
}

/** The first stands alone where one is taken. */
const addressOf = (index: number) => (index ? `${path}/${index}` : path);

/** The photo waiting for this member, of several the first; null when there is none, it is too old, or somebody else's. It stays. */
export async function sharedPhotoFor(member: string, now = Date.now()): Promise<File | null> {
  // Asked by name first: opening a cache makes it.
  const kept = (await caches.has(sharedPhotoCache)) && (await (await caches.open(sharedPhotoCache)).match(path));
  if (!kept) return null;
  const { headers } = kept;
  const sharer = headers.get("X-Member");
  if (isOld(headers, now) || (sharer && sharer !== member)) {
    await forgetSharedPhoto();
    return null;
  }
  return fileOf(kept);
}

/** Whether more than one is waiting. */
export const severalSharedPhotos = async (): Promise<boolean> =>
  (await (await caches.open(sharedPhotoCache)).match(addressOf(1))) !== undefined;

/** All of those waiting for this member, in the order they were shared in. They stay. */
export async function sharedPhotosFor(member: string, now = Date.now()): Promise<File[]> {
  const files: File[] = [];
  const cache = (await sharedPhotoFor(member, now)) && (await caches.open(sharedPhotoCache));
  for (let kept = await cache?.match(path); cache && kept; kept = await cache.match(addressOf(files.length))) {
    files.push(await fileOf(kept));
  }
  return files;
}

async function fileOf(kept: Response): Promise<File> {
  const name = decodeURIComponent(kept.headers.get("X-Name") ?? "");
  return new File([await kept.blob()], name, { type: kept.headers.get("Content-Type") ?? "" });
}

export const forgetSharedPhoto = (): Promise<boolean> => caches.delete(sharedPhotoCache);

/** Forgets the photo when its hour is over. */
export async function forgetOldSharedPhoto(now = Date.now()): Promise<void> {
  if (!(await caches.has(sharedPhotoCache))) return;
  const kept = await (await caches.open(sharedPhotoCache)).match(path);
  if (!kept || isOld(kept.headers, now)) await forgetSharedPhoto();
}

function isOld(headers: Headers, now: number): boolean {
  const age = now - Number(headers.get("X-Kept-At"));
  // A clock that was set back makes nothing younger.
  return !(age >= 0 && age < offlineForMs);
}
