import type { Toast } from "./toast.tsx";

const noToasts: readonly Toast[] = [];
let toasts = noToasts;
const listeners = new Set<() => void>();

export function showToast(toast: Omit<Toast, "id">) {
  const shown = { ...toast, id: crypto.randomUUID() };
  set([...toasts.slice(-2), shown]);
  // Confirmations expire, since the page shows the result; errors stay until closed.
  if (toast.kind === "success") setTimeout(() => set(toasts.filter((each) => each !== shown)), confirmedForMs);
}

/** ms, long enough to read twice. */
const confirmedForMs = 6_000;

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

export function clearToasts() {
  if (toasts.length) set(noToasts);
}

export const shownToasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  now: () => toasts,
  none: () => noToasts,
};
