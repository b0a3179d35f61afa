import { FormDataParseError, MaxFilesExceededError, parseFormData, type FileUpload } from "@remix-run/form-data-parser";
import {
  isMultipartRequest,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  MultipartParseError,
} from "@remix-run/multipart-parser";
import { longestReadBytes, maxUploadBytes, type PhotoProblem } from "./photo-problems.ts";

export interface Upload {
  bytes: Uint8Array;
  fileName: string;
}

export type UploadReading = { ok: true; upload: Upload; fields: FormData } | { ok: false; problem: PhotoProblem };

/** Bytes the other fields and the multipart frame may take beside the photo. */
const besidesThePhoto = 64 * 1024;

/**
 * Reads a multipart form with one photo in `field`, never holding more than the limit in memory. The rest of an
 * over-long body is read away by the server after the answer.
 */
export async function readUpload(request: Request, field = "image"): Promise<UploadReading> {
  if (!isMultipartRequest(request)) return { ok: false, problem: "empty" };
  if (Number(request.headers.get("Content-Length")) > longestReadBytes) return { ok: false, problem: "too-large" };
  const found: Upload[] = [];
  const keep = async (file: FileUpload) => {
    // A field left empty arrives as a file of no bytes.
    if (file.fieldName !== field || found.length || file.size === 0) return null;
    found.push({ bytes: new Uint8Array(await file.arrayBuffer()), fileName: file.name });
    return null;
  };
  let fields: FormData;
  try {
    const limits = { maxFileSize: maxUploadBytes, maxFiles: 4, maxTotalSize: maxUploadBytes + besidesThePhoto };
    fields = await parseFormData(request, limits, keep);
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
      return { ok: false, problem: "too-large" };
    if (error instanceof MaxFilesExceededError) return { ok: false, problem: "unsupported" };
    if (error instanceof FormDataParseError || error instanceof MultipartParseError || error instanceof TypeError)
      return { ok: false, problem: "broken" };
    if (error instanceof DOMException && error.name === "TimeoutError") return { ok: false, problem: "broken" };
    throw error;
  }
  const upload = found[0];
  return upload ? { ok: true, upload, fields } : { ok: false, problem: "empty" };
}
