import { type OfflineForm, offlineForMs } from "./offline-forms.ts";

/** The server accepts the form from this member only (account/members-only.route.tsx). */
export const offlineFormHeader = "Photogem-Kept-For";

export const sendingLock = "kept-forms";

export type Halt = "offline" | "signed-out" | null;

/** Sends forms oldest first. A form whose response was lost is sent again, which is safe. */
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
    if (answer.status === 429 || answer.status >= 500) return { halt: "offline" };
    if (answer.status === 404 && action.endsWith("/delete")) return { outcome: "sent" };
    const { error } = await answer.json().catch(() => ({}));
    return { outcome: "refused", ...(typeof error === "string" ? { why: error } : {}) };
  } catch {
    return { halt: "offline" };
  }
}

/** The Cache API, shared by pages and worker: one response per form, under its action. */
export const offlineFormsCache = "kept-forms";

/** Every call may reject where the browser blocks storage. */
export function offlineFormsStore(now: () => number = Date.now) {
  const forget = (besides: string | null) =>
    changing(async (cache) => {
      for (const form of await readAll(cache)) if (form.member !== besides) await cache.delete(form.action);
    });
  return {
    store: async (form: OfflineForm) => {
      await forget(form.member);
      await changing((cache) => cache.put(form.action, Response.json(form)));
    },
    all: (member?: string) =>
      changing(async (cache) => {
        const forms = await readAll(cache);
        const old = forms.filter(({ keptAt }) => now() - keptAt >= offlineForMs);
        for (const { action } of old) await cache.delete(action);
        return forms
          .filter((form) => !old.includes(form) && (member === undefined || form.member === member))
          .sort((one, other) => one.keptAt - other.keptAt);
      }),
    /** Null deletes the form, unless it changed meanwhile. */
    settle: ({ action, keptAt }: OfflineForm, became: Pick<OfflineForm, "outcome" | "why"> | null) =>
      changing(async (cache) => {
        const form = await read(cache, action);
        if (form?.keptAt !== keptAt) return;
        await (became ? cache.put(action, Response.json({ ...form, ...became })) : cache.delete(action));
      }),
    drop: (action: string) => changing((cache) => cache.delete(action)),
    forget,
  };
}

export type OfflineFormsStore = ReturnType<typeof offlineFormsStore>;

/** Serializes pages, tabs and worker: the cache has no transactions. */
function changing<T>(work: (cache: Cache) => Promise<T>): Promise<T> {
  return navigator.locks.request("kept-forms-store", async () => work(await caches.open(offlineFormsCache)));
}

const read = async (cache: Cache, request: RequestInfo): Promise<OfflineForm | undefined> =>
  (await cache.match(request))?.json();

async function readAll(cache: Cache): Promise<OfflineForm[]> {
  const forms = await Promise.all((await cache.keys()).map((request) => read(cache, request)));
  return forms.filter((form) => form !== undefined);
}
