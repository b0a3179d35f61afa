import {
  isMultipartRequest,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseMultipartRequest,
} from "@remix-run/multipart-parser";
import { longestReadBytes, maxUploadBytes, type PhotoProblem } from "./photo-problems.ts";
import type { Upload } from "./read-upload.server.ts";

/** A file of the form: a photo to look at, or one that is too large to. */
export type SentFile = ({ ok: true } & Upload) | { ok: false; fileName: string; problem: "too-large" };

/**
 * Reads a multipart form with several photos in `field`, one after the other: `take` has one before the next is read,
 * so that no more than one is in memory. Once it answers false, the rest is left unread. Null when the form came to its
 * end; otherwise what was wrong with it as a whole, whatever was taken until then.
 */
export async function readUploads(
  request: Request,
  field: string,
  most: number,
  take: (file: SentFile) => Promise<boolean>,
): Promise<PhotoProblem | null> {
  if (!isMultipartRequest(request)) return "empty";
  let found = 0;
  try {
    const limits = { maxFileSize: longestReadBytes, maxTotalSize: (most + 2) * longestReadBytes };
    for await (const part of parseMultipartRequest(request, limits)) {
      // A field left empty arrives as a file of no bytes.
      if (!part.isFile || part.name !== field || (part.size === 0 && !part.filename)) continue;
      found += 1;
      const fileName = part.filename ?? "photo";
      const fits = part.size <= maxUploadBytes;
      const goOn = await take(
        fits ? { ok: true, fileName, bytes: part.bytes } : { ok: false, fileName, problem: "too-large" },
      );
      if (!goOn) return null;
    }
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError) return "too-large";
    if (error instanceof MultipartParseError || error instanceof TypeError) return "broken";
    if (error instanceof DOMException && error.name === "TimeoutError") return "broken";
    throw error;
  }
  return found ? null : "empty";
}
