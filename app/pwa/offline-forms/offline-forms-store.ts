import { type OfflineForm, offlineForMs } from "./offline-forms.ts";

/** In the Cache API, which pages and the service worker share: one small answer for each form, under its action. */
export const offlineFormsCache = "kept-forms";

/** The forms on this device. Every call may reject where the browser keeps nothing for us. */
export function offlineFormsStore(now: () => number = Date.now) {
  /** Takes away everything but this member's. */
  const forget = (besides: string | null) =>
    changing(async (cache) => {
      for (const form of await readAll(cache)) if (form.member !== besides) await cache.delete(form.action);
    });
  return {
    /** Keeps a form; nobody else's stays beside it. */
    keep: async (form: OfflineForm) => {
      await forget(form.member);
      await changing((cache) => cache.put(form.action, Response.json(form)));
    },
    /** All of a member's, or without one everybody's, oldest first. Those that are too old go. */
    all: (member?: string) =>
      changing(async (cache) => {
        const forms = await readAll(cache);
        const old = forms.filter(({ keptAt }) => now() - keptAt >= offlineForMs);
        for (const { action } of old) await cache.delete(action);
        return forms
          .filter((form) => !old.includes(form) && (member === undefined || form.member === member))
          .sort((one, other) => one.keptAt - other.keptAt);
      }),
    /** Notes what became of a form, or with null takes it away, unless it was sent anew or taken away meanwhile. */
    settle: ({ action, keptAt }: OfflineForm, became: Pick<OfflineForm, "outcome" | "why"> | null) =>
      changing(async (cache) => {
        const form = await read(cache, action);
        if (form?.keptAt !== keptAt) return;
        await (became ? cache.put(action, Response.json({ ...form, ...became })) : cache.delete(action));
      }),
    /** Takes away what waits under this action, whenever it was kept. */
    drop: (action: string) => changing((cache) => cache.delete(action)),
    forget,
  };
}

export type OfflineFormsStore = ReturnType<typeof offlineFormsStore>;

/** Pages, tabs and the worker one after the other: the cache itself knows no transactions. */
function changing<T>(work: (cache: Cache) => Promise<T>): Promise<T> {
  return navigator.locks.request("kept-forms-store", async () => work(await caches.open(offlineFormsCache)));
}

const read = async (cache: Cache, request: RequestInfo): Promise<OfflineForm | undefined> =>
  (await cache.match(request))?.json();

async function readAll(cache: Cache): Promise<OfflineForm[]> {
  const forms = await Promise.all((await cache.keys()).map((request) => read(cache, request)));
  return forms.filter((form) => form !== undefined);
}
