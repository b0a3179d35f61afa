import { onClick } from "./on-click.ts";

/** Only `aria-pressed` changes: a changing name would contradict it. */
export function revealPasswords() {
  onClick<HTMLButtonElement>("button[data-reveal]", (button) => show(button, button.ariaPressed !== "true"));
  // Browsers offer to save password fields only.
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
