import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { Icon } from "../icon.tsx";
import { clearToasts, shownToasts } from "./toast-store.ts";

export interface Toast {
  /** Unique, so that closing one never hides another with the same text. */
  id: string;
  kind: "success" | "error";
  title: string;
  text: string;
}

/** The page's live region, in the first HTML. Errors stay until they are closed. */
export function ToastRegion({ toasts }: { toasts: Toast[] }) {
  const clientToasts = useSyncExternalStore(shownToasts.subscribe, shownToasts.now, shownToasts.none);
  const shown = [...usePersistentToasts(toasts), ...clientToasts];
  const { pathname, search } = useLocation();
  useEffect(clearToasts, [pathname, search]);
  return (
    <div className="toasts" role="status" aria-live="polite" data-toasts>
      {shown.map((toast) => (
        <div key={toast.id} className={toast.kind === "error" ? "toast toast-bad" : "toast"} data-toast>
          <Icon name={toast.kind === "error" ? "warning" : "check"} />
          <p className="toast-text">
            <b>{toast.title}</b>
            {toast.text ? <span className="small">{toast.text}</span> : null}
          </p>
          <button
            className="btn btn-quiet btn-icon script-only"
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
