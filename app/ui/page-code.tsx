import { useEffect } from "react";
import { matchPath } from "react-router";

interface KnownRoutes {
  __reactRouterManifest?: { routes: Record<string, { path?: string; module: string }> };
}

/**
 * Loads the code of a page now, without its data. React Router's own prefetch also asks for the data, which Firefox and
 * older Chrome judge by the `default-src` of our policy and refuse.
 */
export function PageCode({ of }: { of: string }) {
  useEffect(() => {
    const routes = Object.values((window as KnownRoutes).__reactRouterManifest?.routes ?? {});
    const route = routes.find(({ path }) => path && matchPath(`/${path}`, of));
    if (route) import(/* @vite-ignore */ route.module).catch(() => {});
  }, [of]);
  return null;
}
