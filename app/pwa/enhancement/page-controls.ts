import { openModal } from "../../ui/open-modal.ts";
import { hideOnceRead } from "../../ui/toasts/hide-once-read.ts";

function onClick<E extends HTMLElement>(selector: string, act: (target: E, event: MouseEvent) => void) {
  document.addEventListener("click", (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return;
    const target = event.target.closest<E>(selector);
    if (target) act(target, event);
  });
}

export function improveCompareSliders() {
  document.addEventListener("input", ({ target }) => place(target));
  document.addEventListener("focusin", ({ target }) => place(target));
  onClick<HTMLElement>("[data-compare-show]", (button) => {
    const range = button.closest(".compare")?.querySelector<HTMLInputElement>(".compare-range");
    if (!range) return;
    range.value = button.dataset.compareShow ?? range.value;
    place(range);
  });
}

function place(range: EventTarget | null) {
  if (!(range instanceof HTMLInputElement) || !range.matches(".compare-range")) return;
  const compare = range.closest<HTMLElement>(".compare");
  compare?.style.setProperty("--pos", range.value);
  for (const button of compare?.querySelectorAll<HTMLButtonElement>("[data-compare-show]") ?? []) {
    button.setAttribute("aria-pressed", String(button.dataset.compareShow === range.value));
  }
  range.setAttribute("aria-valuetext", `${range.value} % original`);
}

export function openDialogs() {
  onClick<HTMLAnchorElement>("a[data-dialog]", (link, event) => {
    const dialog = document.getElementById(link.dataset.dialog ?? "");
    if (!(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    if (!dialog.open) openModal(dialog);
  });
}

export function closeMenus() {
  document.addEventListener("keydown", ({ key }) => {
    if (key !== "Escape") return;
    for (const menu of openMenus()) {
      menu.open = false;
      menu.querySelector("summary")?.focus();
    }
  });
  document.addEventListener("focusin", ({ target }) => closeAllBut(target));
  document.addEventListener("click", ({ target }) => {
    const followed = target instanceof Element && target.closest("[data-menu] a");
    closeAllBut(followed ? null : target);
  });
}

function closeAllBut(place: EventTarget | null) {
  for (const menu of openMenus()) {
    if (!(place instanceof Node && menu.contains(place))) menu.open = false;
  }
}

function openMenus(): NodeListOf<HTMLDetailsElement> {
  return document.querySelectorAll<HTMLDetailsElement>("details[data-menu][open]");
}

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

export function closeToasts() {
  onClick("[data-close-toast]", (button) => {
    const toast = button.closest<HTMLElement>("[data-toast]");
    if (toast) toast.hidden = true;
  });
}

/** On pages without React, which hides its own. */
export function hideReadToasts() {
  for (const toast of document.querySelectorAll<HTMLElement>("[data-toast=success]")) hideOnceRead(toast);
}
