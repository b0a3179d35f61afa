import { sendPhoto } from "../upload/send-photo.ts";

/** Where a photo is on its way. */
export type Delivery =
  | { phase: "sending"; share: number }
  /** The line is gone; it goes on by itself. */
  | { phase: "waiting" };

export type Delivered =
  | { outcome: "kept" }
  | { outcome: "refused"; title: string; message: string }
  | { outcome: "signed-out" }
  | { outcome: "aborted" };

interface Sending {
  photo: { blob: Blob; fileName: string };
  /** Gives the photo that has arrived to whatever it is for. */
  keep: (photoId: string) => Promise<{ saving: "saved" | "refused" | "no-line" }>;
  signal: AbortSignal;
  tell: (delivery: Delivery) => void;
}

const notKept = "The photo could not be added to your choices. Please reload the page and choose it again.";

/** Waits between tries, ms: doubling from the first to the longest; a line that comes back ends them at once. */
const [firstWaitMs, longestWaitMs] = [1_000, 30_000];

/**
 * Sends a photo until the server has said yes or no: after a lost connection again and again under the same key, so
 * that it is kept once, whatever was lost.
 */
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

/** Resolves when the line comes back, the time is over or it was aborted. */
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
