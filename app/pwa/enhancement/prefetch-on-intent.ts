/** What React Router tells its pages of the routes that links on them lead to. */
interface KnownRoutes {
  __reactRouterManifest?: { routes: Record<string, { path?: string; module: string; imports?: string[] }> };
}

/**
 * Fetches the scripts of the page a link leads to once a pointer or the focus is on it. Its data is private, is not
 * stored, and would be fetched twice (docs/decisions/0017). Nothing under Save-Data.
 */
export function prefetchOnIntent(): void {
  if ((navigator as { connection?: { saveData?: boolean } }).connection?.saveData) return;
  const fetched = new Set<string>();
  const look = ({ target }: Event) => {
    const link = target instanceof Element && target.closest<HTMLAnchorElement>("a[href]");
    if (!link || link.origin !== location.origin) return;
    const routes = (window as KnownRoutes).__reactRouterManifest?.routes ?? {};
    const to = Object.values(routes).find(({ path }) => `/${path}` === link.pathname);
    for (const file of to ? [to.module, ...(to.imports ?? [])] : []) {
      // What was loaded already comes out of the cache; what fails now is asked for again by the tap.
      if (!fetched.has(file)) fetch(file, { priority: "low" }).catch(() => fetched.delete(file));
      fetched.add(file);
    }
  };
  for (const intent of ["pointerover", "focusin"]) document.addEventListener(intent, look, { passive: true });
}
