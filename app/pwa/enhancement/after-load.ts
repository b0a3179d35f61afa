import { dockBanners, icon, showBanner } from "../banners/banner.ts";
import { watchConnection } from "../banners/connection-banner.ts";
import { offerInstall } from "../banners/install-banner.ts";
import type { PageReady } from "../worker-messages.ts";

/** enhance.ts loads this after the `load` event, so that a slow connection serves the page first. */

export const registration = registerServiceWorker();

dockBanners();
watchConnection();
offerInstall();
registration.then((registered) => {
  if (!registered) return;
  const announceUpdates = () =>
    import(/* @vite-ignore */ __UPDATE_BANNER_URL__)
      .then((banner) => banner.announceUpdates(registered, { icon, showBanner }))
      .catch(() => {});
  // A first visit has nothing to update until its page has been hidden once.
  if (registered.active) announceUpdates();
  else document.addEventListener("visibilitychange", announceUpdates, { once: true });
  const ready: PageReady = { type: "PAGE_READY", member: document.documentElement.dataset["member"] ?? null };
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(ready));
});
if (document.querySelector("[data-offline-page]")) import(/* @vite-ignore */ __OFFLINE_PAGE_URL__).catch(() => {});
if (document.querySelector("[data-carousel]")) import(/* @vite-ignore */ __CAROUSEL_URL__).catch(() => {});

/** Null without worker support, with SERVICE_WORKER=off, in development and after an error. */
async function registerServiceWorker(): Promise<ServiceWorkerRegistration | null> {
  const off = import.meta.env.DEV || document.documentElement.dataset["worker"] === "off";
  if (off || !("serviceWorker" in navigator)) return null;
  try {
    return await navigator.serviceWorker.register("/sw.js");
  } catch (error) {
    // oxlint-disable-next-line no-console -- the specification requires it
    console.warn("The service worker could not be registered.", error);
    return null;
  }
}
