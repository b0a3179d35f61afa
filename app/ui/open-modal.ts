/**
 * The dialog itself takes the focus: screen readers read its title and words then, and only a button's name where that
 * has the focus. With `aria-describedby` Orca reads the words twice.
 */
export function openModal(dialog: HTMLDialogElement): void {
  dialog.tabIndex = -1;
  dialog.setAttribute("autofocus", "");
  dialog.showModal();
  // Older browsers focus the first button.
  if (document.activeElement !== dialog) dialog.focus();
}
