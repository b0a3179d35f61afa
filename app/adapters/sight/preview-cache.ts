export interface PreviewCache {
  get(photoId: string, option: string): Uint8Array<ArrayBuffer> | null | undefined;
  set(photoId: string, option: string, webp: Uint8Array<ArrayBuffer> | null): void;
  forget(photoId: string): void;
}

/** Bytes per entry in addition to its picture. */
const perEntry = 200;

export function createPreviewCache({
  maxBytes,
  maxAgeMs,
  now = Date.now,
}: {
  maxBytes: number;
  maxAgeMs: number;
  now?: () => number;
}): PreviewCache {
  const photos = new Map<string, CachedPhoto>();
  let bytes = 0;

  function forget(photoId: string): void {
    bytes -= photos.get(photoId)?.bytes ?? 0;
    photos.delete(photoId);
  }

  return {
    forget,
    get(photoId, option) {
      const photo = photos.get(photoId);
      if (photo && now() - photo.since > maxAgeMs) forget(photoId);
      return photos.get(photoId)?.previews.get(option);
    },
    set(photoId, option, webp) {
      const photo = photos.get(photoId) ?? { since: now(), bytes: 0, previews: new Map() };
      const added = (webp?.length ?? 0) + perEntry;
      if (!photo.previews.has(option)) {
        photo.previews.set(option, webp);
        photo.bytes += added;
        bytes += added;
      }
      photos.delete(photoId);
      photos.set(photoId, photo);
      for (const oldest of photos.keys()) {
        if (bytes <= maxBytes) break;
        forget(oldest);
      }
    },
  };
}

interface CachedPhoto {
  since: number;
  bytes: number;
  previews: Map<string, Uint8Array<ArrayBuffer> | null>;
}
