import { siteContext } from "../server/http/site.ts";
import type { Route } from "./+types/sitemap.route";
import { sitemap } from "./robots.ts";

export function loader({ context }: Route.LoaderArgs) {
  const headers = { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "public, max-age=3600" };
  return new Response(sitemap(context.get(siteContext).appUrl), { headers });
}
