import { readDuringRename, type HostedPhoto } from "../photos/storing/read-during-rename.ts";
import type { PhotoHost } from "../photos/photo-host.ts";

/** Chat programs show no picture, or wait too long for it, when a link preview is heavier. Bytes. */
const previewLimitBytes = 100_000;
/** Of the host's fixed sizes, those no wider than the 1200 px that previews are shown at. */
const previewWidths = [960, 640, 320] as const;

/** The largest width, in px, whose JPEG is light enough for link previews; null when none is. */
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
