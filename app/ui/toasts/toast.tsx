import { useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { Icon } from "../icon.tsx";
import { hideOnceRead, sentenceMs, titleMs } from "./hide-once-read.ts";

export interface Toast {
  /** Unique, so that closing one never hides another with the same text. */
  id: string;
  kind: "success" | "error";
  title: string;
  text: string;
  /** Gems just bought: the balance counts up to them. */
  gems?: number | undefined;
  /** The focused part of the page has the same text, so the toast is shown but not announced. */
  repeats?: boolean;
}

/** The page's live region, in the first HTML. Confirmations disappear; errors stay until they are closed. */
export function ToastRegion({ toasts }: { toasts: Toast[] }) {
  const clientToasts = useSyncExternalStore(shownToasts.subscribe, shownToasts.now, shownToasts.none);
  const fromServer = usePersistentToasts(toasts);
  const shown = [...fromServer, ...useToastsOfPage(clientToasts)];
  return (
    <div className="toast-region" role="status" aria-live="polite" data-toasts>
      {shown.map((toast) => (
        <div
          key={toast.id}
          className={`grid max-w-[26rem] grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-3 rounded-lg border bg-raised py-3 pr-2 pl-4 elevated ${fromServer.includes(toast) ? "heard-late" : "motion-safe:animate-rise"} ${toast.kind === "error" ? "border-danger" : ""}`}
          data-toast={toast.kind}
          ref={toast.kind === "success" ? hideOnceRead : undefined}
        >
          {toast.kind === "error" ? (
            <Icon name="warning" className="mt-[0.65rem] text-danger" />
          ) : (
            <Icon name="check" className="mt-[0.65rem] text-gem" />
          )}
          {/* One line of text with a break: Chromium announces each block by itself, and then all of them. */}
          <p className="py-[0.55rem] leading-normal" aria-hidden={toast.repeats}>
            <b className="font-strong">{toast.title}</b>
            {toast.text ? (
              <>
                <br />
                <span className="text-sm">{toast.text}</span>
              </>
            ) : null}
          </p>
          <button
            className="btn-icon btn-quiet no-js:hidden"
            type="button"
            data-close-toast
            aria-label={`Close: ${toast.title}`}
          >
            <Icon name="close" />
          </button>
        </div>
      ))}
    </div>
  );
}

/** A revalidation brings no toasts, so the shown ones stay until the next page. */
function usePersistentToasts(received: Toast[]): Toast[] {
  const { pathname } = useLocation();
  const [shown, setShown] = useState({ pathname, received, toasts: received });
  if (shown.received === received && shown.pathname === pathname) return shown.toasts;
  const old = shown.pathname === pathname ? shown.toasts : [];
  const added = received.filter(({ id }) => !old.some((toast) => toast.id === id));
  // Only the newest confirmation stays: several would cover the page.
  const unread = added.length ? old.filter(({ kind }) => kind === "error") : old;
  const next = { pathname, received, toasts: [...unread, ...added] };
  setShown(next);
  return next.toasts;
}

/** A toast belongs to the page on which it was shown: the next address hides it. */
function useToastsOfPage(all: readonly Toast[]): readonly Toast[] {
  const { pathname, search } = useLocation();
  const address = pathname + search;
  const [past, setPast] = useState({ address, toasts: noToasts });
  const hidden = past.address === address ? past.toasts : all;
  if (past.address !== address) setPast({ address, toasts: all });
  return all.filter((toast) => !hidden.includes(toast));
}

const noToasts: readonly Toast[] = [];
let toasts = noToasts;
const listeners = new Set<() => void>();

/** Returns a function that removes the toast. */
export function showToast(toast: Omit<Toast, "id">): () => void {
  const shown = { ...toast, id: crypto.randomUUID() };
  set([...toasts.slice(-2), shown]);
  // Confirmations expire, since the page shows the result; errors stay until closed.
  const remove = () => set(toasts.filter((each) => each !== shown));
  if (toast.kind === "success") setTimeout(remove, toast.text ? sentenceMs : titleMs);
  return remove;
}

function set(next: readonly Toast[]) {
  toasts = next;
  for (const listener of listeners) listener();
}

const shownToasts = {
  subscribe: (listener: () => void) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  now: () => toasts,
  none: () => noToasts,
};
