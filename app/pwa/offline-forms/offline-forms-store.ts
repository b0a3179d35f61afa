import { type OfflineForm, offlineForMs } from "./offline-forms.ts";

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
