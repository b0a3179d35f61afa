import { offerOfflineForms } from "../banners/offline-forms-banner.ts";
import { registration } from "./after-load.ts";
import { forgetSharedPhoto, severalSharedPhotos, sharedPhotoFor } from "../shared-photo.ts";
import { severalSharedPhotosPath, sharedPhotoPath } from "../share-address.ts";
import { icon, showBanner } from "../banners/banner.ts";

const { member } = document.documentElement.dataset;
if (member) {
  prefetchOnIntent();
  offerOfflineForms(member, registration);
  offerSharedPhoto(member).catch(() => {});
}

interface KnownRoutes {
  __reactRouterManifest?: { routes: Record<string, { path?: string; module: string; imports?: string[] }> };
}

/** Fetches a page's scripts on hover or focus; its data is private (decision 17). */
function prefetchOnIntent(): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const fetched = new Set<string>();
  const prefetch = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
    if (!link || link.origin !== location.origin) return;
    const routes = (window as KnownRoutes).__reactRouterManifest?.routes ?? {};
    const to = Object.values(routes).find(({ path }) => `/${path}` === link.pathname);
    for (const file of to ? [to.module, ...(to.imports ?? [])] : []) {
      if (!fetched.has(file)) fetch(file, { priority: "low" }).catch(() => fetched.delete(file));
      fetched.add(file);
    }
  };
  for (const intent of ["pointerover", "focusin"]) document.addEventListener(intent, prefetch, { passive: true });
}

function markup(what: string, it: string, to: string): string {
  return `${icon("M4 5h16v14H4zM4 16l5-5 4 4 3-3 4 4")}<p class="banner-text"><b>The ${what} waiting</b></p><div class="banner-act"><a class="btn-primary btn-sm" href="${to}">Open ${it}</a><button class="btn-quiet btn-sm" type="button" data-do="forget">Discard</button></div>`;
}

/** Links to a shared photo that still waits, for example after an account is confirmed by mail. */
async function offerSharedPhoto(member: string): Promise<void> {
  if (new URLSearchParams(location.search).has("shared") || !(await sharedPhotoFor(member))) return;
  const forget = () => {
    hide();
    forgetSharedPhoto().catch(() => {});
  };
  const waiting = (await severalSharedPhotos())
    ? markup("photos you shared are", "them", severalSharedPhotosPath)
    : markup("photo you shared is", "it", sharedPhotoPath(null));
  const hide = showBanner({ name: "Shared photo", markup: waiting, acts: { forget } });
}
