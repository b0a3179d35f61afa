import type * as banners from "./banner.ts";

/** The page's own functions, because all banners share one dock. */
type Banners = Pick<typeof banners, "icon" | "showBanner">;

const checkEveryMs = 3_600_000;
const busyMs = 500;
/** ms; Chromium leaves the new worker waiting while the old one handles a request. */
const takeOverMs = 3000;

const sparkle =
  "M10 4.5c.8 4.2 2.3 5.7 6.5 6.5-4.2.8-5.7 2.3-6.5 6.5-.8-4.2-2.3-5.7-6.5-6.5 4.2-.8 5.7-2.3 6.5-6.5zM18 3.5v4M16 5.5h4M18.5 16.5v4M16.5 18.5h4";
const markup = (icon: Banners["icon"]) =>
  `${icon(sparkle)}<p class="banner-text"><b>A new version is ready</b></p><div class="banner-act"><button class="btn-primary btn-sm" type="button" data-do="update">Update Now</button><button class="btn-quiet btn-icon" type="button" data-do="close" aria-label="Dismiss">${icon("m6 6 12 12M18 6 6 18")}</button></div>`;

export function announceUpdates(registration: ServiceWorkerRegistration, { icon, showBanner }: Banners) {
  let hide = () => {};
  const offer = () => {
    // The banner stays until the reload, or a click would reach the page below it.
    const update = (button: HTMLElement) => {
      if (button.ariaBusy === "true") return;
      button.ariaBusy = "true";
      hide = () => {};
      takeUpdate(registration);
    };
    hide();
    hide = showBanner({ name: "Update", markup: markup(icon), acts: { update, close: () => hide() } }, true);
  };
  const follow = (worker: ServiceWorker | null) => {
    const check = () => {
      if (worker?.state !== "installed") hide();
      else if (registration.active) offer();
    };
    worker?.addEventListener("statechange", check);
    check();
  };
  follow(registration.waiting ?? registration.installing);
  registration.addEventListener("updatefound", () => follow(registration.installing));
  checkWhenSeenAgain(registration);
}

/** Activates the waiting worker, then reloads, at the latest after `takeOverMs`. */
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
    if (document.querySelector("form [aria-busy=true]")) setTimeout(reload, busyMs);
    else location.reload();
  };
  reload();
}

function checkWhenSeenAgain(registration: ServiceWorkerRegistration) {
  let checked = Date.now();
  document.addEventListener("visibilitychange", () => {
    if (document.hidden || Date.now() - checked < checkEveryMs) return;
    checked = Date.now();
    registration.update().catch(() => {});
  });
}
