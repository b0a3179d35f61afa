import type { OfflineForm } from "./offline-forms.ts";
import type { OfflineFormsStore } from "./offline-forms-store.ts";

/** The server accepts the form from this member only (account/members-only.route.tsx). */
export const offlineFormHeader = "Photogem-Kept-For";

export const sendingLock = "kept-forms";

export type Halt = "no-line" | "signed-out" | null;

/** Sends forms oldest first. A form whose response was lost goes again, which is safe. */
export async function sendOfflineForms(
  store: Pick<OfflineFormsStore, "all" | "settle">,
  send: typeof fetch,
): Promise<Halt> {
  for (const { action, keptAt } of await store.all()) {
    const form = (await store.all()).find((each) => each.action === action && each.keptAt === keptAt);
    if (!form || form.outcome) continue;
    const became = await sendOne(form, send);
    if ("halt" in became) return became.halt;
    await store.settle(form, became);
  }
  return null;
}

/** ms; a dead connection must not delay the next try. */
const timeoutMs = 30_000;

type Became = { halt: Exclude<Halt, null> } | Pick<OfflineForm, "outcome" | "why">;

async function sendOne({ action, fields, member }: OfflineForm, send: typeof fetch): Promise<Became> {
  try {
    const answer = await send(action, {
      method: "POST",
      body: new URLSearchParams(fields),
      headers: { [offlineFormHeader]: member },
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    if (answer.ok) return { outcome: "sent" };
    if (answer.status === 401) return { halt: "signed-out" };
    if (answer.status === 429 || answer.status >= 500) return { halt: "no-line" };
    if (answer.status === 404 && action.endsWith("/delete")) return { outcome: "sent" };
    const { error } = await answer.json().catch(() => ({}));
    return { outcome: "refused", ...(typeof error === "string" ? { why: error } : {}) };
  } catch {
    return { halt: "no-line" };
  }
}
