/**
 * True in browsers that parse and run all scripts: from Chrome 103, Firefox 100 and Safari 16. Others get the page
 * without scripts.
 */
export const scriptsRun = () => "timeout" in AbortSignal;

/** Maximum loading time of a script before the page works without it. */
const patienceMs = 15_000;

declare global {
  interface Window {
    /** Set when React starts. */
    scriptsArrived?: boolean;
  }
}

/**
 * Inline, before the first paint, so that the layout does not shift. If the scripts cannot run, fail or do not load,
 * shows the plain controls and applies `noscript`, which replaces React's own markup; React redraws it if it loads
 * late. Empty in the browser, because it has already run.
 */
export const decideOnScripts = import.meta.env.SSR
  ? `(function(w,d,e){
function plain(){if(!w.scriptsArrived){e.classList.remove("js");e.dataset.plain="";d.querySelectorAll("noscript").forEach(function(n){n.outerHTML=n.textContent})}}
function failed(v){if(v.target===w||v.target.tagName==="SCRIPT"&&!v.target.src)plain()}
if("timeout"in AbortSignal){e.classList.add("js");w.addEventListener("error",failed,true);w.addEventListener("unhandledrejection",failed);setTimeout(plain,${patienceMs})}
else d.addEventListener("DOMContentLoaded",plain)
})(window,document,document.documentElement)`
  : "";

/** For the scripts of every page, which load separately from React's. */
export function markScriptsEnabled() {
  const { classList, dataset } = document.documentElement;
  if (dataset["plain"] === undefined) classList.add("js");
}

/** Called when React starts, on time or late. */
export function markScriptsArrived() {
  window.scriptsArrived = true;
  delete document.documentElement.dataset["plain"];
  markScriptsEnabled();
}

/**
 * The landing page's inline script, twice in the page with one hash (docs/product/specification.md, "Routes"). In the
 * head, before the first paint, it opens the welcome page in the installed app and Android apps. In the body, after the
 * first picture, it imports the page's script, for which the `load` event does not wait. Every byte counts.
 */
export const landingScript = () =>
  `if(matchMedia("(display-mode:standalone)").matches||navigator.standalone||!document.referrer.indexOf("android-app:"))stop(),location.replace("/mobile");else document.body&&import("${__ENHANCEMENT_URL__}")`;
