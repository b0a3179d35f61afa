import {
  isMultipartRequest,
  MaxFileSizeExceededError,
  MaxTotalSizeExceededError,
  type MultipartParserOptions,
  type MultipartPart,
  parseMultipartRequest,
} from "@remix-run/multipart-parser";
import { type PhotoProblem } from "./photo-problems.ts";
import { longestReadBytes, maxUploadBytes } from "./limits.ts";

export interface Upload {
  bytes: Uint8Array;
  fileName: string;
}

export type UploadReading = { ok: true; upload: Upload; fields: FormData } | { ok: false; problem: PhotoProblem };

const besidesThePhoto = 64 * 1024;
const maxFiles = 4;

/** Reads one photo from a multipart form, holding at most the limit in memory; the server drains the rest. */
export async function readUpload(request: Request, field = "image"): Promise<UploadReading> {
  if (Number(request.headers.get("Content-Length")) > longestReadBytes && isMultipartRequest(request))
    return { ok: false, problem: "too-large" };
  const fields = new FormData();
  let upload: Upload | null = null;
  let files = 0;
  const limits = { maxFileSize: maxUploadBytes, maxTotalSize: maxUploadBytes + besidesThePhoto };
  const problem = await readParts(request, limits, (part) => {
    if (!part.isFile) {
      if (part.name) fields.append(part.name, part.text);
      return true;
    }
    files += 1;
    if (part.name === field && !upload && part.size > 0) upload = uploadOf(part);
    return files <= maxFiles;
  });
  if (problem) return { ok: false, problem };
  if (files > maxFiles) return { ok: false, problem: "unsupported" };
  return upload ? { ok: true, upload, fields } : { ok: false, problem: "empty" };
}

export type SentFile = ({ ok: true } & Upload) | { ok: false; fileName: string; problem: "too-large" };

/** Holds one photo in memory at a time, until `onFile` returns false. Null at the form's end, or the form's error. */
export async function readUploads(
  request: Request,
  field: string,
  most: number,
  onFile: (file: SentFile) => Promise<boolean>,
): Promise<PhotoProblem | null> {
  let count = 0;
  const limits = { maxFileSize: longestReadBytes, maxTotalSize: (most + 2) * longestReadBytes };
  const problem = await readParts(request, limits, async (part) => {
    // An empty file field arrives as a file of no bytes.
    if (!part.isFile || part.name !== field || (part.size === 0 && !part.filename)) return true;
    count += 1;
    const upload = uploadOf(part);
    if (part.size <= maxUploadBytes) return onFile({ ok: true, ...upload });
    return onFile({ ok: false, fileName: upload.fileName, problem: "too-large" });
  });
  return problem ?? (count ? null : "empty");
}

const uploadOf = ({ bytes, filename }: MultipartPart): Upload => ({ bytes, fileName: filename ?? "photo" });

/** Reads parts until the end, or until `onPart` returns false. */
async function readParts(
  request: Request,
  limits: MultipartParserOptions,
  onPart: (part: MultipartPart) => boolean | Promise<boolean>,
): Promise<PhotoProblem | null> {
  if (!isMultipartRequest(request)) return "empty";
  try {
    for await (const part of parts(request, limits)) if (!(await onPart(part))) break;
  } catch (error) {
    if (error instanceof UnreadableForm) return error.problem;
    throw error;
  }
  return null;
}

/** Separates errors of the request's body from errors of its reader. @throws UnreadableForm */
async function* parts(request: Request, limits: MultipartParserOptions) {
  try {
    yield* parseMultipartRequest(request, limits);
  } catch (error) {
    const tooLarge = error instanceof MaxFileSizeExceededError || error instanceof MaxTotalSizeExceededError;
    throw new UnreadableForm(tooLarge ? "too-large" : "broken", error);
  }
}

class UnreadableForm extends Error {
  readonly problem: PhotoProblem;

  constructor(problem: PhotoProblem, cause: unknown) {
    super(problem, { cause });
    this.problem = problem;
  }
}
