import { onClick } from "./on-click.ts";

/**
 * `data-reveal` names the inputs (ids, separated by spaces) whose characters the button shows and hides. The state is
 * `aria-pressed` alone: a name that changed with it would say the opposite of what it means.
 */
export function revealPasswords() {
  onClick<HTMLButtonElement>("button[data-reveal]", (button) => show(button, button.ariaPressed !== "true"));
  // Browsers offer to keep passwords, not text: what is sent is a password again.
  document.addEventListener(
    "submit",
    ({ target }) => {
      if (!(target instanceof HTMLFormElement)) return;
      for (const button of target.querySelectorAll<HTMLButtonElement>("button[data-reveal]")) show(button, false);
    },
    true,
  );
}

function show(button: HTMLButtonElement, shown: boolean) {
  button.ariaPressed = String(shown);
  for (const id of button.dataset.reveal?.split(" ") ?? []) {
    const input = document.getElementById(id);
    if (input instanceof HTMLInputElement) input.type = shown ? "text" : "password";
  }
}
