/** Moves focus to the page's heading after its previous target was removed. */
export function focusHeading(options?: FocusOptions) {
  const heading = document.querySelector<HTMLElement>("main h1");
  heading?.setAttribute("tabindex", "-1");
  heading?.focus(options);
}

export const focusIsLost = (): boolean => document.activeElement === document.body || !document.activeElement;
