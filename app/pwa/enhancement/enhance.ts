import { markScriptsEnabled, scriptsRun } from "../../decide-on-scripts.ts";
import {
  improveCompareSliders,
  openDialogs,
  goBack,
  reportMissingPage,
  closeMenus,
  revealPasswords,
  closeToasts,
  hideReadToasts,
} from "./page-controls.ts";

/** Listens on document and window, so that it serves markup that React renders later. */

const yearSeconds = 31_536_000;
/** By then a screen reader listens to the page (`heard-late`). */
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
  addEventListener("load", () => {
    const members = document.documentElement.dataset["member"];
    setTimeout(() => document.documentElement.classList.add("read"), readAfterMs);
    import(/* @vite-ignore */ members ? __AFTER_LOAD_MEMBER_URL__ : __AFTER_LOAD_URL__).catch(() => {});
  });
  if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", whenParsed);
  else whenParsed();
}

function whenParsed() {
  // Only pages with other forms, so that other visitors get no cookie.
  if (document.querySelector("form:not([data-try])")) setTimeZoneCookie();
  document.querySelector<HTMLElement>("[data-focus-first]")?.focus();
  reportMissingPage();
  hideReadToasts();
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

/** The script that shrinks photos is loaded for those who choose one. */
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
