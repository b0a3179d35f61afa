import { sendPhoto } from "../upload/send-photo.ts";

export type Delivery = { phase: "sending"; share: number } | { phase: "waiting" };

export type Delivered =
  | { outcome: "kept" }
  | { outcome: "refused"; title: string; message: string }
  | { outcome: "signed-out" }
  | { outcome: "aborted" };

interface Sending {
  photo: { blob: Blob; fileName: string };
  keep: (photoId: string) => Promise<{ saving: "saved" | "refused" | "no-line" }>;
  signal: AbortSignal;
  tell: (delivery: Delivery) => void;
}

const notKept = "The photo could not be added to your choices. Please reload the page and choose it again.";

/** Between retries, ms, doubling; going online retries at once. */
const [firstWaitMs, longestWaitMs] = [1_000, 30_000];

export async function deliverPhoto({ photo, keep, signal, tell }: Sending): Promise<Delivered> {
  const key = crypto.randomUUID();
  const onProgress = (share: number) => tell({ phase: "sending", share });
  let photoId: string | null = null;
  for (let waitMs = firstWaitMs; !signal.aborted; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    let atLeastMs = 0;
    if (photoId === null) {
      tell({ phase: "sending", share: 0 });
      const said = await sendPhoto({ ...photo, key }, { signal, onProgress });
      if (said.answer === "refused") return { outcome: "refused", title: said.title, message: said.message };
      if (said.answer === "signed-out") return { outcome: "signed-out" };
      if (said.answer === "kept") photoId = said.photoId;
      else atLeastMs = said.afterMs;
    }
    if (photoId !== null && !signal.aborted) {
      const { saving } = await keep(photoId);
      if (saving === "saved") return { outcome: "kept" };
      if (saving === "refused") return { outcome: "refused", title: "Upload failed", message: notKept };
    }
    tell({ phase: "waiting" });
    await lineOrTime(Math.max(waitMs, atLeastMs), signal);
  }
  return { outcome: "aborted" };
}

function lineOrTime(ms: number, signal: AbortSignal): Promise<void> {
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
