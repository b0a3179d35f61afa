const sent = new Map<HTMLFormElement, HTMLElement | null>();

/** Blocks a second submit. The button stays enabled, or it would lose focus and its value. */
export function guardForms() {
  // On the window: React has prevented its own submits by then.
  window.addEventListener("submit", (event) => {
    const form = event.target;
    if (event.defaultPrevented || !(form instanceof HTMLFormElement) || form.method !== "post") return;
    if (sent.has(form)) {
      event.preventDefault();
      return;
    }
    const button = event.submitter ?? form.querySelector<HTMLElement>("button:not([type=button])");
    button?.setAttribute("aria-busy", "true");
    sent.set(form, button);
  });
  window.addEventListener("pageshow", release);
  window.addEventListener("keydown", ({ key }) => key === "Escape" && release());
  if ("navigation" in window) window.navigation.addEventListener("navigateerror", release);
}

function release() {
  for (const button of sent.values()) button?.removeAttribute("aria-busy");
  sent.clear();
}
