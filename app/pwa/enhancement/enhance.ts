import { markScriptsEnabled, scriptsRun } from "../../inline-scripts.ts";
import { openModal } from "../../ui/open-modal.ts";
import { hideOnceRead } from "../../ui/toasts/hide-once-read.ts";

/** Listens on document and window, so that it also covers markup that React renders later. */

const yearSeconds = 31_536_000;
/** After this time a screen reader listens to the page (`heard-late`). */
const readAfterMs = 600;
const sent = new Map<HTMLFormElement, HTMLElement | null>();

if (scriptsRun()) enhance();

function enhance() {
  markScriptsEnabled();
  improveCompareSliders();
  openDialogs();
  guardForms();
  goBack();
  closeMenus();
  revealPasswords();
  closeToasts();
  sendTryout();
  // The event may fire before the install banner loads.
  addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    window.installOffer = event;
  });
  if (document.readyState === "complete") afterLoad();
  else addEventListener("load", afterLoad);
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", whenParsed);
  else whenParsed();
}

function afterLoad() {
  const members = document.documentElement.dataset["member"];
  setTimeout(() => {
    document.documentElement.classList.add("read");
    focusMessage();
  }, readAfterMs);
  import(/* @vite-ignore */ members ? __AFTER_LOAD_MEMBER_URL__ : __AFTER_LOAD_URL__).catch(() => {});
}

function whenParsed() {
  // Only on pages with other forms, so that other visitors get no cookie.
  if (document.querySelector("form:not([data-try])")) setTimeZoneCookie();
  reportMissingPage();
  hideReadToasts();
}

/** After the load: some screen readers announce an earlier focus twice, others not at all. */
function focusMessage() {
  if (document.activeElement?.matches("a, button, input, select, summary, textarea")) return;
  document.querySelector<HTMLElement>("[data-focus-first]")?.focus();
}

/** Blocks a second submit. The button stays enabled, or it would lose focus and its value. */
function guardForms() {
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

/** Loads the script that shrinks photos when a visitor chooses one. */
function sendTryout() {
  document.addEventListener("change", ({ target }) => {
    if (!(target instanceof HTMLInputElement) || !target.form?.matches("[data-try]") || !target.files?.length) return;
    const { form } = target;
    import(/* @vite-ignore */ __SEND_TRYOUT_URL__).then(({ send }) => send(target)).catch(() => form.submit());
  });
}

function setTimeZoneCookie() {
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone;
  const cookie = `tz=${zone}`;
  if (!zone || document.cookie.split("; ").includes(cookie)) return;
  document.cookie = `${cookie}; Path=/; Max-Age=${yearSeconds}; SameSite=Lax${location.protocol === "https:" ? "; Secure" : ""}`;
}

function onClick<E extends HTMLElement>(selector: string, act: (target: E, event: MouseEvent) => void) {
  document.addEventListener("click", (event) => {
    if (event.button || event.metaKey || event.ctrlKey || event.shiftKey || !(event.target instanceof Element)) return;
    const target = event.target.closest<E>(selector);
    if (target) act(target, event);
  });
}

function improveCompareSliders() {
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

function openDialogs() {
  onClick<HTMLAnchorElement>("a[data-dialog]", (link, event) => {
    const dialog = document.getElementById(link.dataset.dialog ?? "");
    if (!(dialog instanceof HTMLDialogElement)) return;
    event.preventDefault();
    if (!dialog.open) openModal(dialog);
  });
}

function closeMenus() {
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
function reportMissingPage() {
  // oxlint-disable-next-line no-console -- the specification requires it
  if (document.querySelector("[data-missing-page]")) console.error("404", location.pathname);
}

function goBack() {
  onClick("[data-go-back]", () => {
    if (history.length > 1) history.back();
    else location.assign("/");
  });
}

/** Only `aria-pressed` changes: a changing name would contradict it. */
function revealPasswords() {
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

function closeToasts() {
  onClick("[data-close-toast]", (button) => {
    const toast = button.closest<HTMLElement>("[data-toast]");
    if (toast) toast.hidden = true;
  });
}

/** For pages without React, which hides its own toasts. */
function hideReadToasts() {
  for (const toast of document.querySelectorAll<HTMLElement>("[data-toast=success]")) hideOnceRead(toast);
}
