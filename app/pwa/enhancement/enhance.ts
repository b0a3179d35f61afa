/** Listens on document and window, so that it serves markup that React renders later. */
import { improveCompareSliders } from "./compare-slider.ts";
import { openDialogs } from "./dialogs.ts";
import { guardForms } from "./form-guard.ts";
import { goBack, reportMissingPage } from "./missing-page.ts";
import { closeMenus } from "./menus.ts";
import { revealPasswords } from "./reveal-password.ts";
import { setTimeZoneCookie } from "./time-zone.ts";
import { closeToasts } from "./toasts.ts";

document.documentElement.classList.add("js");
improveCompareSliders();
openDialogs();
guardForms();
goBack();
closeMenus();
revealPasswords();
closeToasts();

// The event may fire before the install banner loads.
addEventListener("beforeinstallprompt", (event) => {
  event.preventDefault();
  window.installOffer = event;
});

addEventListener("load", () => {
  const members = document.documentElement.dataset["member"];
  import(/* @vite-ignore */ members ? __AFTER_LOAD_MEMBER_URL__ : __AFTER_LOAD_URL__).catch(() => {});
});

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", whenParsed);
else whenParsed();

function whenParsed() {
  // Only pages with forms, so that other visitors get no cookie.
  if (document.forms.length) setTimeZoneCookie();
  document.querySelector<HTMLElement>("[data-focus-first]")?.focus();
  reportMissingPage();
}
