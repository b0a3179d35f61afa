/**
 * The landing page's inline script (docs/product/specification.md, "Routes"): the installed app and
 * Android apps open the welcome page. It runs before the first paint, so every byte counts.
 */
export const openAppAtMobile =
  'if(matchMedia("(display-mode:standalone)").matches||navigator.standalone||!document.referrer.indexOf("android-app:"))stop(),location.replace("/mobile")';
