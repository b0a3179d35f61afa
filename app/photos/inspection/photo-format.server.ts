import { fileTypeFromBuffer } from "file-type";

export type PhotoFormat = "jpeg" | "png" | "webp" | "heif";

/** The media types taken, as file-type names them. SVG is XML to it, and so is never shown to an image library. */
const formats: Record<string, PhotoFormat> = {
  "image/jpeg": "jpeg",
  "image/png": "png",
  "image/apng": "png",
  "image/webp": "webp",
  "image/heic": "heif",
  "image/heic-sequence": "heif",
  "image/heif": "heif",
  "image/heif-sequence": "heif",
};

/** Which of the formats we take these bytes are, by their content alone; undefined when none. */
export async function photoFormatOf(bytes: Uint8Array): Promise<PhotoFormat | undefined> {
  const format = formats[(await fileTypeFromBuffer(bytes))?.mime ?? ""];
  return format === "heif" && isAvif(bytes) ? undefined : format;
}

/** AVIF is in the same container; with the generic major brand only its compatible brands tell (ISO 23000-22, AVIF §6). */
function isAvif(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fileTypeBox = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(view.getUint32(0), bytes.length));
  return /avi[fs]/.test(fileTypeBox.toString("latin1"));
}
