import type { KeptForm } from "./keepable-forms.ts";
import type { KeptFormsStore } from "./kept-forms-store.ts";

/** Says whose form this is; the server takes it from nobody else (account/members-only.route.tsx). */
export const keptForHeader = "Photogem-Kept-For";

/** The lock that keeps pages and the service worker from sending at the same time (Web Locks API). */
export const sendingLock = "kept-forms";

/** Why what is left still waits; null when nothing is left. */
export type Halt = "no-line" | "signed-out" | null;

/**
 * Sends what waits, oldest first, and notes for each what the server answered. A form whose answer was lost is sent
 * again: that is harmless for every form that is kept.
 */
export async function sendKeptForms(store: Pick<KeptFormsStore, "all" | "settle">, send: typeof fetch): Promise<Halt> {
  for (const form of await store.all()) {
    if (form.outcome) continue;
    const outcome = await sendOne(form, send);
    if (outcome === "no-line" || outcome === "signed-out") return outcome;
    await store.settle(form, outcome);
  }
  return null;
}

async function sendOne({ action, fields, member }: KeptForm, send: typeof fetch) {
  try {
    const answer = await send(action, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { [keptForHeader]: member },
      // The page it leads to is for a person who looks at it; what it says waits for them.
      redirect: "manual",
    });
    if (answer.type === "opaqueredirect" || answer.ok) return "sent";
    if (answer.status === 401) return "signed-out";
    if (answer.status === 429 || answer.status >= 500) return "no-line";
    // Deleted already: by the same form, whose answer was lost, or elsewhere.
    return answer.status === 404 && action.endsWith("/delete") ? "sent" : "refused";
  } catch {
    return "no-line";
  }
}
