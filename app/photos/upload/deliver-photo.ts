export type Delivery = { phase: "sending"; share: number } | { phase: "waiting" };

export type Delivered =
  | { outcome: "saved" }
  | { outcome: "refused"; title: string; message: string }
  | { outcome: "signed-out" }
  | { outcome: "aborted" };

interface Sending {
  photo: { blob: Blob; fileName: string };
  attach: (photoId: string) => Promise<{ saving: "saved" | "refused" | "offline" }>;
  signal: AbortSignal;
  onChange: (delivery: Delivery) => void;
}

const notKept = "The photo could not be added to your choices. Please reload the page and choose it again.";

/** Between retries, ms, doubling; going online retries at once. */
const [firstWaitMs, longestWaitMs] = [1_000, 30_000];

export async function deliverPhoto({ photo, attach, signal, onChange }: Sending): Promise<Delivered> {
  const key = crypto.randomUUID();
  const onProgress = (share: number) => onChange({ phase: "sending", share });
  let photoId: string | null = null;
  for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    let atLeastMs = 0;
    if (photoId === null) {
      onChange({ phase: "sending", share: 0 });
      const response = await sendPhoto({ ...photo, key }, { signal, onProgress });
      if (response.answer === "refused")
        return { outcome: "refused", title: response.title, message: response.message };
      if (response.answer === "signed-out") return { outcome: "signed-out" };
      if (response.answer === "stored") photoId = response.photoId;
      else atLeastMs = response.afterMs;
    }
    if (photoId !== null && !signal.aborted) {
      const { saving } = await attach(photoId);
      if (saving === "saved") return { outcome: "saved" };
      if (saving === "refused") return { outcome: "refused", title: "Upload failed", message: notKept };
    }
    onChange({ phase: "waiting" });
    await onlineOrTimeout(Math.max(waitMs, atLeastMs), signal);
  }
  return { outcome: "aborted" };
}

function onlineOrTimeout(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      window.removeEventListener("online", done);
      resolve();
    };
    const timer = setTimeout(done, ms);
    window.addEventListener("online", done);
    signal.addEventListener("abort", done, { once: true });
  });
}

type SendAnswer =
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
function sendPhoto(
  { blob, fileName, key }: PhotoToSend,
  { signal, onProgress }: { signal: AbortSignal; onProgress: (share: number) => void },
): Promise<SendAnswer> {
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

function read(request: XMLHttpRequest): SendAnswer {
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
