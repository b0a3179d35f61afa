import { onClick } from "./on-click.ts";

/** A link with `data-dialog` opens the dialog of that id instead of the page that says the same. */
export function openDialogs() {
  onClick<HTMLAnchorElement>("a[data-dialog]", (link, event) => {
    const dialog = document.getElementById(link.dataset.dialog ?? "");
    if (!(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    if (!dialog.open) dialog.showModal();
  });
}
