import type { OfflineForm } from "./offline-forms.ts";
import type { OfflineFormsStore } from "./offline-forms-store.ts";

/** Says whose form this is; the server takes it from nobody else (account/members-only.route.tsx). */
export const offlineFormHeader = "Photogem-Kept-For";

/** The lock that keeps pages and the service worker from sending at the same time (Web Locks API). */
export const sendingLock = "kept-forms";

/** Why what is left still waits; null when nothing is left. */
export type Halt = "no-line" | "signed-out" | null;

/**
 * Sends what waits, oldest first, and notes for each what the server answered. A form whose answer was lost is sent
 * again: that is harmless for every form that is kept.
 */
export async function sendOfflineForms(
  store: Pick<OfflineFormsStore, "all" | "settle">,
  send: typeof fetch,
): Promise<Halt> {
  for (const { action, keptAt } of await store.all()) {
    // Forgotten, or sent anew, while another one was being sent?
    const form = (await store.all()).find((each) => each.action === action && each.keptAt === keptAt);
    if (!form || form.outcome) continue;
    const became = await sendOne(form, send);
    if ("halt" in became) return became.halt;
    await store.settle(form, became);
  }
  return null;
}

/** A line on which nothing arrives must not hold up the next try, ms. */
const patienceMs = 30_000;

type Became = { halt: Exclude<Halt, null> } | Pick<OfflineForm, "outcome" | "why">;

async function sendOne({ action, fields, member }: OfflineForm, send: typeof fetch): Promise<Became> {
  try {
    const answer = await send(action, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { [offlineFormHeader]: member },
      redirect: "manual",
      signal: AbortSignal.timeout(patienceMs),
    });
    if (answer.ok) return { outcome: "sent" };
    if (answer.status === 401) return { halt: "signed-out" };
    if (answer.status === 429 || answer.status >= 500) return { halt: "no-line" };
    // Deleted already: by the same form, whose answer was lost, or elsewhere.
    if (answer.status === 404 && action.endsWith("/delete")) return { outcome: "sent" };
    const { error } = await answer.json().catch(() => ({}));
    return { outcome: "refused", ...(typeof error === "string" ? { why: error } : {}) };
  } catch {
    return { halt: "no-line" };
  }
}
