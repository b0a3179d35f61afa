/** Puts focus where a page's reading begins: what had it is gone with what was shown before. */
export function focusHeading(options?: FocusOptions) {
  const heading = document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus(options);
}

/** True when what had the focus was taken out of the page. */
export const focusIsLost = (): boolean => document.activeElement === document.body || !document.activeElement;
