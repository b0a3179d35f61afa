import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

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
      if (target instanceof Element) places.current.set(key, placeOf(target));
    };
    document.addEventListener("focusin", remember);
    return () => document.removeEventListener("focusin", remember);
  }, [key]);
  useEffect(() => {
    const { current: before } = current;
    if (before.key === key) return;
    current.current = { key, pathname };
    if (before.pathname === pathname && !focusIsLost()) return;
    const place = navigation === "POP" ? places.current.get(key) : null;
    const target = place && document.querySelectorAll<HTMLElement>(place.selector)[place.index];
    target?.focus({ preventScroll: true });
    if (!target || document.activeElement !== target) focusHeading({ preventScroll: true });
  }, [key, pathname, navigation]);
  return null;
}

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
