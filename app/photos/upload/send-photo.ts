export type Sending =
  | { answer: "stored"; photoId: string }
  | { answer: "refused"; title: string; message: string }
  | { answer: "signed-out" }
  | { answer: "none"; afterMs: number };

interface PhotoToSend {
  blob: Blob;
  fileName: string;
  key: string;
}

const url = "/api/images/upload";

/** Reports the share sent, 0 to 1, by XMLHttpRequest, because fetch has no upload progress. */
export function sendPhoto(
  { blob, fileName, key }: PhotoToSend,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<Sending> {
  const request = new XMLHttpRequest();
  request.open("POST", url);
  request.setRequestHeader("Idempotency-Key", key);
  request.responseType = "json";
  request.upload.onprogress = ({ loaded, total }) => onProgress(total ? loaded / total : 0);
  signal.addEventListener("abort", () => request.abort());
  const form = new FormData();
  form.append("image", blob, fileName);
  return new Promise((resolve) => {
    request.onloadend = () => resolve(read(request));
    request.send(form);
  });
}

function read(request: XMLHttpRequest): Sending {
  const { status } = request;
  const body: unknown = request.response;
  const field = (name: string) =>
    body !== null && typeof body === "object" ? String(Reflect.get(body, name) ?? "") : "";
  if (status === 201) return { answer: "stored", photoId: field("publicId").split("/")[0] ?? "" };
  if (status === 401) return { answer: "signed-out" };
  if (status === 0 || status === 429 || status >= 500) {
    return { answer: "none", afterMs: Number(request.getResponseHeader("Retry-After") ?? 0) * 1000 };
  }
  const title = status === 413 || status === 415 || status === 422 ? "Invalid file" : "Upload failed";
  return { answer: "refused", title, message: field("error") || `Upload failed with status ${status}` };
}
