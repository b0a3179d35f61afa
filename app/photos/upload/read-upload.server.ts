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

const besidesThePhoto = 64 * 1024;

/** Reads one photo from a multipart form, holding at most the limit in memory; the server drains the rest. */
export async function readUpload(request: Request, field = "image"): Promise<UploadReading> {
  if (!isMultipartRequest(request)) return { ok: false, problem: "empty" };
  if (Number(request.headers.get("Content-Length")) > longestReadBytes) return { ok: false, problem: "too-large" };
  const uploads: Upload[] = [];
  const collect = async (file: FileUpload) => {
    if (file.fieldName !== field || uploads.length || file.size === 0) return null;
    uploads.push({ bytes: new Uint8Array(await file.arrayBuffer()), fileName: file.name });
    return null;
  };
  let fields: FormData;
  try {
    const limits = { maxFileSize: maxUploadBytes, maxFiles: 4, maxTotalSize: maxUploadBytes + besidesThePhoto };
    fields = await parseFormData(request, limits, collect);
  } catch (error) {
    if (error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError)
      return { ok: false, problem: "too-large" };
    if (error instanceof MaxFilesExceededError) return { ok: false, problem: "unsupported" };
    if (error instanceof FormDataParseError || error instanceof MultipartParseError || error instanceof TypeError)
      return { ok: false, problem: "broken" };
    if (error instanceof DOMException && error.name === "TimeoutError") return { ok: false, problem: "broken" };
    throw error;
  }
  const upload = uploads[0];
  return upload ? { ok: true, upload, fields } : { ok: false, problem: "empty" };
}
