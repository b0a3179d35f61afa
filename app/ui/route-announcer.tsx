import { useEffect, useRef } from "react";
import { useLocation, useNavigationType } from "react-router";

/**
 * After a client-side navigation to another page, moves focus to its heading, as a page load would start there. A new
 * query or hash on the same page, and Back (whose place the browser restores), leave focus alone.
 */
export function RouteAnnouncer() {
  const { pathname } = useLocation();
  const navigation = useNavigationType();
  const shown = useRef(pathname);
  useEffect(() => {
    if (shown.current === pathname) return;
    shown.current = pathname;
    if (navigation === "POP") return;
    const heading = document.querySelector<HTMLElement>("main h1");
    heading?.setAttribute("tabindex", "-1");
    heading?.focus();
  }, [pathname, navigation]);
  return null;
}
