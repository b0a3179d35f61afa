import { onClick } from "./on-click.ts";

export function openDialogs() {
  onClick<HTMLAnchorElement>("a[data-dialog]", (link, event) => {
    const dialog = document.getElementById(link.dataset.dialog ?? "");
    if (!(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    if (!dialog.open) dialog.showModal();
  });
}
