import { onClick } from "./on-click.ts";

/** Hides a toast; taking it out of the page is left to whoever drew it. */
export function closeToasts() {
  onClick("[data-close-toast]", (button) => {
    const toast = button.closest<HTMLElement>("[data-toast]");
    if (toast) toast.hidden = true;
  });
}
