import { fileNameSegment } from "../file-name.ts";

/**
 * An ASCII name for every client plus the full one encoded (RFC 6266, section 4.3). The content decides the extension.
 */
export function contentDisposition(requestedName: string, mimeType: string): string {
  const extension = mimeType === "image/png" ? "png" : "jpg";
  const name =
    requestedName
      .replace(/[\u0000-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2066-\u2069\ufeff"\\/:*?<>|]/g, "")
      .replace(/\.(jpe?g|png|webp)$/i, "")
      .slice(0, 150) || "photo";
  const plain = `attachment; filename="${fileNameSegment(name)}.${extension}"`;
  if (fileNameSegment(name) === name) return plain;
  const encoded = encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${plain}; filename*=UTF-8''${encoded}.${extension}`;
}
