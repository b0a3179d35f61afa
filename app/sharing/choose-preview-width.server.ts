import { readDuringRename, type HostedPhoto } from "../photos/storing/read-during-rename.ts";
import type { PhotoHost } from "../photos/photo-host.ts";

/** Bytes; chat programs skip or delay heavier previews. */
const previewLimitBytes = 100_000;
/** Up to the 1200 px at which previews are shown. */
const previewWidths = [960, 640, 320] as const;

/** The largest width in px below the limit; null when none is. */
export async function choosePreviewWidth(photoHost: PhotoHost, photo: HostedPhoto): Promise<number | null> {
  for (const width of previewWidths) {
    const preview = await readDuringRename(
      photo,
      async () => null,
      (id) => photoHost.derive(id, width, "jpeg"),
    );
    if (preview && preview.bytes.byteLength <= previewLimitBytes) return width;
  }
  return null;
}
