const sent = new Map<HTMLFormElement, HTMLElement | null>();

/**
 * A form that is on its way to the server is not sent again by a second press. The button stays as it is for
 * assistive technology, only busy: a disabled one would lose its focus and its own value.
 */
export function guardForms() {
  // On the window, after everyone else: what React handles itself was prevented by then and is not ours.
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
  // Come back to by the Back button, or stopped on the way: the form is the person's again.
  window.addEventListener("pageshow", release);
  window.addEventListener("keydown", ({ key }) => key === "Escape" && release());
  // The browser's Stop button, and answers that are downloads.
  if ("navigation" in window) window.navigation.addEventListener("navigateerror", release);
}

function release() {
  for (const button of sent.values()) button?.removeAttribute("aria-busy");
  sent.clear();
}
