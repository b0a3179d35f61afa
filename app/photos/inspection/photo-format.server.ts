import { fileTypeFromBuffer } from "file-type";

export type PhotoFormat = "jpeg" | "png" | "webp" | "heif";

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

export async function photoFormatOf(bytes: Uint8Array): Promise<PhotoFormat | undefined> {
  const format = formats[(await fileTypeFromBuffer(bytes))?.mime ?? ""];
  return format === "heif" && isAvif(bytes) ? undefined : format;
}

function isAvif(bytes: Uint8Array): boolean {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const fileTypeBox = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(view.getUint32(0), bytes.length));
  return /avi[fs]/.test(fileTypeBox.toString("latin1"));
}
