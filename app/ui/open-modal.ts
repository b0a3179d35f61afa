/**
 * The dialog itself takes the focus, so that screen readers read its title and text; a focused button would give only
 * its name. With `aria-describedby` Orca reads the text twice.
 */
export function openModal(dialog: HTMLDialogElement): void {
  dialog.tabIndex = -1;
  dialog.setAttribute("autofocus", "");
  dialog.showModal();
  // Older browsers focus the first button.
  if (document.activeElement !== dialog) dialog.focus();
}
