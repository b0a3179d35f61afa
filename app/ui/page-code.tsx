import { useEffect } from "react";
import { matchRoutes } from "react-router";

interface KnownRoutes {
  __reactRouterManifest?: { routes: Record<string, { path?: string; module: string }> };
}

/** ms; React Router learns of a page a moment after a form or link to it is drawn. */
const askAgainMs = 250;

/**
 * Loads the code of a page now, without its data. React Router's own prefetch also requests the data, which Firefox and
 * older Chrome check against the `default-src` of our policy and refuse.
 */
export function PageCode({ of }: { of: string }) {
  useEffect(() => {
    const load = () => {
      const known = Object.values((window as KnownRoutes).__reactRouterManifest?.routes ?? {});
      const routes = known.flatMap(({ path, module }) => (path && path !== "*" ? { path: `/${path}`, module } : []));
      const route = matchRoutes(routes, of)?.at(-1)?.route;
      if (!route) return;
      clearInterval(asking);
      import(/* @vite-ignore */ route.module).catch(() => {});
    };
    const asking = setInterval(load, askAgainMs);
    load();
    return () => clearInterval(asking);
  }, [of]);
  return null;
}
