import { icon, showBanner } from "./banner.ts";

const checkEveryMs = 3_600_000;
/** How long a page waits to ask again whether a form of its is still on its way. */
const busyMs = 500;
/** How long the new worker may take. Chromium leaves it waiting when a request reaches the older one in that moment. */
const takeOverMs = 3000;

const sparkle =
  "M10 4.5c.8 4.2 2.3 5.7 6.5 6.5-4.2.8-5.7 2.3-6.5 6.5-.8-4.2-2.3-5.7-6.5-6.5 4.2-.8 5.7-2.3 6.5-6.5zM18 3.5v4M16 5.5h4M18.5 16.5v4M16.5 18.5h4";
const markup = `${icon(sparkle)}<p class="banner-text"><b>A new version is ready</b></p><div class="banner-act"><button class="btn btn-primary btn-sm" type="button" data-do="update">Update Now</button><button class="btn btn-quiet btn-icon" type="button" data-do="close" aria-label="Dismiss">${icon("m6 6 12 12M18 6 6 18")}</button></div>`;

/** Offers the new version as soon as its service worker waits behind the one in charge, until it does no more. */
export function announceUpdates(registration: ServiceWorkerRegistration) {
  let hide = () => {};
  const offer = () => {
    // It stays until the page is loaded anew: what lies under it would be under the pointer, and fetch its page's files.
    const update = (button: HTMLElement) => {
      if (button.ariaBusy === "true") return;
      button.ariaBusy = "true";
      hide = () => {};
      takeUpdate(registration);
    };
    hide();
    hide = showBanner({ name: "Update", markup, acts: { update, close: () => hide() } }, true);
  };
  const follow = (worker: ServiceWorker | null) => {
    const look = () => {
      if (worker?.state !== "installed") hide();
      else if (registration.active) offer();
    };
    worker?.addEventListener("statechange", look);
    look();
  };
  follow(registration.waiting);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  checkWhenSeenAgain(registration);
}

/**
 * Lets the waiting worker take over, and loads the page anew once it has. The page comes from the server in any case, so
 * it is not waited for longer than one waits for a press to have an effect.
 */
function takeUpdate({ waiting }: ServiceWorkerRegistration) {
  if (!waiting) return reloadOnce();
  waiting.addEventListener("statechange", () => waiting.state === "activated" && reloadOnce());
  navigator.serviceWorker.addEventListener("controllerchange", reloadOnce);
  waiting.postMessage({ type: "SKIP_WAITING" });
  setTimeout(reloadOnce, takeOverMs);
}

let reloading = false;
function reloadOnce() {
  if (reloading) return;
  reloading = true;
  const reload = () => {
    // A form on its way keeps the page until it has its answer.
    if (document.querySelector("form [aria-busy=true]")) setTimeout(reload, busyMs);
    else location.reload();
  };
  reload();
}

/** A page left open for days is asked about when somebody comes back to it, hourly at most. */
function checkWhenSeenAgain(registration: ServiceWorkerRegistration) {
  let checked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - checked < checkEveryMs) return;
    checked = Date.now();
    registration.update().catch(() => {});
  });
}
