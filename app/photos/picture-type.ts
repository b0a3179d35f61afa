import type { StoredPicture } from "./photo-host.ts";

export function pictureTypeOf(bytes: Uint8Array): StoredPicture["mimeType"] {
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(12, bytes.length)).toString("latin1");
  if (head.startsWith("\xff\xd8\xff")) return "image/jpeg";
  if (head.startsWith("\x89PNG")) return "image/png";
  if (head.startsWith("RIFF") && head.endsWith("WEBP")) return "image/webp";
  if (head.endsWith("ftypavif")) return "image/avif";
  throw new Error("The stored file has an unknown image type.");
}
