import { useEffect, useRef, useState } from "react";
import { useLocation, useNavigation, useNavigationType } from "react-router";

/** ms; slower navigations are announced. */
const slowMs = 1_000;

/** Shows that a navigation is pending. */
export function NavigationProgress() {
  const moving = useNavigation().state !== "idle";
  const [slow, setSlow] = useState(false);
  useEffect(() => {
    if (!moving) return;
    const late = setTimeout(() => setSlow(true), slowMs);
    return () => {
      clearTimeout(late);
      setSlow(false);
    };
  }, [moving]);
  return (
    <>
      {moving ? (
        <div
          className="pointer-events-none fixed inset-x-0 top-0 z-30 [border-top:3px_solid_var(--color-gem)] motion-safe:origin-left motion-safe:animate-move"
          aria-hidden="true"
        />
      ) : null}
      <p className="sr-only" role="status">
        {slow ? "Loading" : ""}
      </p>
    </>
  );
}

/**
 * Moves focus to the new page's heading, or after Back and Forward to the previous target.
 * ScrollRestoration handles scrolling.
 */
export function RouteAnnouncer() {
  const { key, pathname } = useLocation();
  const navigation = useNavigationType();
  const current = useRef({ key, pathname });
  const places = useRef(new Map<string, Place | null>());
  useEffect(() => {
    const remember = ({ target }: FocusEvent) => {
      // Reads the history, which is ahead of this component when a new screen takes the focus.
      if (target instanceof Element) places.current.set(keyOf(history.state), placeOf(target));
    };
    document.addEventListener("focusin", remember);
    const { current: before } = current;
    current.current = { key, pathname };
    if (before.key !== key && (before.pathname !== pathname || focusIsLost())) {
      const place = navigation === "POP" ? places.current.get(key) : null;
      const target = place && document.querySelectorAll<HTMLElement>(place.selector)[place.index];
      target?.focus({ preventScroll: true });
      if (!target || document.activeElement !== target) focusHeading({ preventScroll: true });
    }
    return () => document.removeEventListener("focusin", remember);
  }, [key, pathname, navigation]);
  return null;
}

/** As React Router stores the location's key; the first page has none. */
const keyOf = (state: { key?: string } | null): string => state?.key ?? "default";

/** Identifies a link or control after a re-render; several links may share an address. */
interface Place {
  selector: string;
  index: number;
}

function placeOf(element: Element): Place | null {
  const href = element.getAttribute("href");
  const selector = href ? `a[href="${CSS.escape(href)}"]` : element.id && `#${CSS.escape(element.id)}`;
  return selector ? { selector, index: [...document.querySelectorAll(selector)].indexOf(element) } : null;
}

/** Moves focus to the page's heading after its previous target was removed. */
export function focusHeading(options?: FocusOptions) {
  const heading = document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus(options);
}

export const focusIsLost = (): boolean => document.activeElement === document.body || !document.activeElement;
