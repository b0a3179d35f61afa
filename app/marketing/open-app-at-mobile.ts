/**
 * The landing page's one inline script (docs/product/specification.md, "Routes"): opened as the installed app, or out
 * of an Android app, `/` is the welcome page. It runs before anything of the page is drawn, and stops what it would
 * have loaded. Every byte of it is on the way to the first paint.
 */
export const openAppAtMobile =
  'if(matchMedia("(display-mode:standalone)").matches||navigator.standalone||!document.referrer.indexOf("android-app:"))stop(),location.replace("/mobile")';
