import { onClick } from "./on-click.ts";

/** The 404 page names the missing path to whoever looks into it (spec.md, point 2). */
export function reportMissingPage() {
  // oxlint-disable-next-line no-console -- the specification asks for it
  if (document.querySelector("[data-missing-page]")) console.error("404", location.pathname);
}

export function goBack() {
  onClick("[data-go-back]", () => {
    if (history.length > 1) history.back();
    else location.assign("/");
  });
}
