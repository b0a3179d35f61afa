import { onClick } from "./on-click.ts";

export function closeToasts() {
  onClick("[data-close-toast]", (button) => {
    const toast = button.closest<HTMLElement>("[data-toast]");
    if (toast) toast.hidden = true;
  });
}
