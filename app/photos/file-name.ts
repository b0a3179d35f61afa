const extension = /\.(jpe?g|png|webp|hei[cf])$/i;

export function displayName(fileName: string): string {
  const last = fileName.split(/[/\\]/).at(-1) ?? "";
  const clean = last
    .replace(/[\u0000-\u001f\u007f\u200b-\u200f\u202a-\u202e]/g, "")
    .replace(extension, "")
    .trim();
  return clean.slice(0, 120) || "Photo";
}

/** Format and control characters, line separators (Unicode Cf, Cc, Zl, Zp). */
const invisible = /(?![\u200c\u200d])[\p{Cf}\p{Cc}\p{Zl}\p{Zp}\ufffd]/gu;
const looseJoiners = /(?<![\p{L}\p{M}\p{So}\p{Sk}\ufe0f])[\u200c\u200d]+|[\u200c\u200d]+(?![\p{L}\p{So}])/gu;

/** A typed name on one line without invisible characters; empty when nothing visible remains. */
export function visibleName(name: string): string {
  const plain = name.toWellFormed().replace(invisible, " ").replace(looseJoiners, "").replace(/\s+/g, " ").trim();
  return /(?![\u3164\u115f\u1160\uffa0])[\p{L}\p{N}\p{P}\p{S}]/u.test(plain) ? plain : "";
}

/** The name segment of a public id: ASCII letters, digits, dot, dash, underscore; at most 80. */
export function fileNameSegment(name: string): string {
  const plain = name.normalize("NFKD").replace(/[\u0300-\u036f]/g, "");
  const segment = plain.replace(/[^A-Za-z0-9_]+/g, "-").replace(/^-+|-+$/g, "");
  return segment.slice(0, 80).replace(/-+$/, "") || "photo";
}

export type DownloadLabel = "professional" | "transparent" | "enhanced" | "artistic" | "id-photo" | "gallery-download";

/**
 * Base, label, timestamp (ms since 1970), four random characters (docs/product/specification.md, "Constants and
 * limits").
 */
export function downloadFileName(
  name: string,
  label: DownloadLabel,
  mimeType: string,
  timestamp: number,
  random: string,
): string {
  return `${fileNameSegment(name)}-${label}-${timestamp}-${random}.${mimeType === "image/png" ? "png" : "jpg"}`;
}

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
