import type { Toast } from "./toast.tsx";

const noToasts: readonly Toast[] = [];
let toasts = noToasts;
const listeners = new Set<() => void>();

/** Says something in the page's live region, in the browser. What a redirect says comes with the next page instead. */
export function showToast(toast: Omit<Toast, "id">) {
  const shown = { ...toast, id: crypto.randomUUID() };
  set([...toasts.slice(-2), shown]);
  // What only confirms goes by itself: the page says the same. What went wrong stays until it is closed.
  if (toast.kind === "success") setTimeout(() => set(toasts.filter((each) => each !== shown)), confirmedForMs);
}

/** Long enough to be read twice, ms. */
const confirmedForMs = 6_000;

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Another page has its own to say. */
export function clearToasts() {
  if (toasts.length) set(noToasts);
}

export const shownToasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  now: () => toasts,
  /** On the server there are none. */
  none: () => noToasts,
};
