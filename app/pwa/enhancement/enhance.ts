/**
 * What pages do better with a script, signed out and signed in. Everything listens on the document or the window and
 * looks at what the event met, so that it serves pages React draws later, and may be loaded before they stand.
 */
import { improveCompareSliders } from "./compare-slider.ts";
import { openDialogs } from "./dialogs.ts";
import { guardForms } from "./form-guard.ts";
import { goBack, reportMissingPage } from "./missing-page.ts";
import { closeMenus } from "./menus.ts";
import { revealPasswords } from "./reveal-password.ts";
import { tellTimeZone } from "./time-zone.ts";
import { closeToasts } from "./toasts.ts";

document.documentElement.classList.add("js");
improveCompareSliders();
openDialogs();
guardForms();
goBack();
closeMenus();
revealPasswords();
closeToasts();

// Made once, and possibly before the script that has a use for it.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  window.installOffer = event;
});

// Nothing the page needs to stand or to be used: it must not be in the way of what is. A line lost by then changes nothing.
addEventListener("load", () => {
  const members = document.documentElement.dataset["member"];
  import(/* @vite-ignore */ members ? __AFTER_LOAD_MEMBER_URL__ : __AFTER_LOAD_URL__).catch(() => {});
});

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", whenParsed);
else whenParsed();

function whenParsed() {
  // Only who signs in or is signed in sees dates: other visitors get no cookie, and pay nothing for asking the zone.
  if (document.forms.length) tellTimeZone();
  document.querySelector<HTMLElement>("[data-focus-first]")?.focus();
  reportMissingPage();
}
