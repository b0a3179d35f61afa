import { offerOfflineForms } from "../banners/offline-forms-banner.ts";
import { offerSharedPhoto } from "../banners/shared-photo-banner.ts";
import { registration } from "./after-load.ts";

const { member } = document.documentElement.dataset;
if (member) {
  prefetchOnIntent();
  offerOfflineForms(member, registration);
  offerSharedPhoto(member).catch(() => {});
}

interface KnownRoutes {
  __reactRouterManifest?: { routes: Record<string, { path?: string; module: string; imports?: string[] }> };
}

/** Fetches a page's scripts on hover or focus; its data is private (docs/decisions/0017). */
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
