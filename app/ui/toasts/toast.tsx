import { useEffect, useState, useSyncExternalStore } from "react";
import { useLocation } from "react-router";
import { Icon } from "../icon.tsx";
import { clearToasts, shownToasts } from "./toast-store.ts";

export interface Toast {
  /** Its own, so that a closed toast never hides the next one with the same words. */
  id: string;
  kind: "success" | "error";
  title: string;
  text: string;
}

/**
 * The live region of every page, in the first HTML. Toasts stay until they are closed: the time a person needs to read
 * is theirs. Without scripts the close button is not shown.
 */
export function ToastRegion({ toasts }: { toasts: Toast[] }) {
  const said = useSyncExternalStore(shownToasts.subscribe, shownToasts.now, shownToasts.none);
  const shown = [...useKept(toasts), ...said];
  const { pathname, search } = useLocation();
  useEffect(clearToasts, [pathname, search]);
  return (
    <div className="toast-region" role="status" aria-live="polite" data-toasts>
      {shown.map((toast) => (
        <div
          key={toast.id}
          className={`grid max-w-[26rem] grid-cols-[auto_minmax(0,1fr)_auto] items-start gap-3 rounded-lg hairline bg-raised py-3 pr-2 pl-4 elevated motion-safe:animate-rise ${toast.kind === "error" ? "border-danger" : ""}`}
          data-toast
        >
          {toast.kind === "error" ? (
            <Icon name="warning" className="mt-[0.65rem] text-danger" />
          ) : (
            <Icon name="check" className="mt-[0.65rem] text-gem" />
          )}
          <p className="grid py-[0.55rem] leading-normal">
            <b className="font-strong">{toast.title}</b>
            {toast.text ? <span className="text-sm">{toast.text}</span> : null}
          </p>
          <button
            className="btn script-only btn-icon btn-quiet"
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

/** A page that asks the server again gets no toasts the second time: those shown stay until the next page. */
function useKept(given: Toast[]): Toast[] {
  const { pathname } = useLocation();
  const [kept, setKept] = useState({ pathname, given, toasts: given });
  if (kept.given === given && kept.pathname === pathname) return kept.toasts;
  const old = kept.pathname === pathname ? kept.toasts : [];
  const added = given.filter(({ id }) => !old.some((toast) => toast.id === id));
  // What went well is told by the newest alone: several in a row would cover the page.
  const unread = added.length ? old.filter(({ kind }) => kind === "error") : old;
  const next = { pathname, given, toasts: [...unread, ...added] };
  setKept(next);
  return next.toasts;
}
