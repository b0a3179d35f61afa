import { sendPhoto } from "../upload/send-photo.ts";

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
