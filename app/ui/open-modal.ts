/**
 * The dialog itself takes the focus: Firefox reads its title and description then, and only a button's name where
 * that has the focus.
 */
export function openModal(dialog: HTMLDialogElement): void {
  dialog.tabIndex = -1;
  dialog.setAttribute("autofocus", "");
  dialog.showModal();
  // Older browsers focus the first button.
  if (document.activeElement !== dialog) dialog.focus();
}
