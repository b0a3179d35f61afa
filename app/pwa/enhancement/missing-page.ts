import { onClick } from "./on-click.ts";

/** docs/product/specification.md, "404". */
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
