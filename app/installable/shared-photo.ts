/**
 * A photo another app shared with this one, waiting on the device until its tool's page takes it. It may have been
 * shared before anybody had signed in, so it outlives signing in, for an hour; signing out forgets it.
 */
export interface SharedPhoto {
  file: File;
  /** The key of the member whose device it was by then, as far as known: nobody else gets it. */
  member: string | null;
}

/** The cache it waits in. */
export const sharedPhotoCache = "shared-photo";
const path = "/share-photo";
/** ms. The Privacy Policy names it (welcome/promises.ts). */
export const keptForMs = 3_600_000;

export async function keepSharedPhoto({ file, member }: SharedPhoto, now = Date.now()): Promise<void> {
  const headers = new Headers({
    "Content-Type": file.type,
    // Headers hold Latin letters only.
    "X-Name": encodeURIComponent(file.name),
    "X-Kept-At": String(now),
    ...(member ? { "X-Member": member } : {}),
  });
  await (await caches.open(sharedPhotoCache)).put(path, new Response(file, { headers }));
}

/** The photo waiting for this member; null when there is none, it is too old, or somebody else's. It stays. */
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
  const name = decodeURIComponent(headers.get("X-Name") ?? "");
  return new File([await kept.blob()], name, { type: headers.get("Content-Type") ?? "" });
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
  return !(age >= 0 && age < keptForMs);
}
