/**
 * What pages do once they stand: enhance.ts loads this after the `load` event, so that nothing here takes from a slow
 * line what the page itself is waiting for.
 */
import { dockBanners } from "../banners/banner.ts";
import { watchConnection } from "../banners/connection-banner.ts";
import { offerInstall } from "../banners/install-banner.ts";
import { announceUpdates } from "../banners/update-banner.ts";
import type { PageReady } from "../worker-messages.ts";
import { registerServiceWorker } from "./service-worker-registration.ts";

/** Null where there is no worker. Modules of this script that need it are handed it here. */
export const registration = registerServiceWorker();

dockBanners();
watchConnection();
offerInstall();
registration.then((registered) => {
  if (!registered) return;
  announceUpdates(registered);
  const ready: PageReady = { type: "PAGE_READY", member: document.documentElement.dataset["member"] ?? null };
  // On the first page of all, it is still being installed.
  navigator.serviceWorker.ready.then(({ active }) => active?.postMessage(ready));
});
if (document.querySelector("[data-offline-page]")) import(/* @vite-ignore */ __OFFLINE_PAGE_URL__).catch(() => {});
// One page alone has one.
if (document.querySelector("[data-carousel]")) import(/* @vite-ignore */ __CAROUSEL_URL__).catch(() => {});
