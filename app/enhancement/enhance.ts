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

if (document.readyState === "loading") document.addEventListener("DOMContentLoaded", whenParsed);
else whenParsed();

function whenParsed() {
  // Only who signs in or is signed in sees dates: other visitors get no cookie, and pay nothing for asking the zone.
  if (document.forms.length) tellTimeZone();
  document.querySelector<HTMLElement>("[data-focus-first]")?.focus();
  reportMissingPage();
}
