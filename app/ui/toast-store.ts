import type { Toast } from "./toast.tsx";

const noToasts: readonly Toast[] = [];
let toasts = noToasts;
const listeners = new Set<() => void>();

/** Says something in the page's live region, in the browser. What a redirect says comes with the next page instead. */
export function showToast(toast: Omit<Toast, "id">) {
  toasts = [...toasts.slice(-2), { ...toast, id: crypto.randomUUID() }];
  for (const listener of listeners) listener();
}

/** Another page has its own to say. */
export function clearToasts() {
  if (!toasts.length) return;
  toasts = noToasts;
  for (const listener of listeners) listener();
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
