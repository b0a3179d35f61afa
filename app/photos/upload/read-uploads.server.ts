import {
  isMultipartRequest,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
  parseMultipartRequest,
} from "@remix-run/multipart-parser";
import { longestReadBytes, maxUploadBytes, type PhotoProblem } from "./photo-problems.ts";
import type { Upload } from "./read-upload.server.ts";

export type SentFile = ({ ok: true } & Upload) | { ok: false; fileName: string; problem: "too-large" };

/** One photo in memory at a time, until `onFile` answers false. Null at the form's end; otherwise the form's error. */
export async function readUploads(
  request: Request,
  field: string,
  most: number,
  onFile: (file: SentFile) => Promise<boolean>,
): Promise<PhotoProblem | null> {
  if (!isMultipartRequest(request)) return "empty";
  let count = 0;
  try {
    const limits = { maxFileSize: longestReadBytes, maxTotalSize: (most + 2) * longestReadBytes };
    for await (const part of parseMultipartRequest(request, limits)) {
      // An empty file field arrives as a file of no bytes.
      if (!part.isFile || part.name !== field || (part.size === 0 && !part.filename)) continue;
      count += 1;
      const fileName = part.filename ?? "photo";
      const fits = part.size <= maxUploadBytes;
      const goOn = await onFile(
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
  return count ? null : "empty";
}
