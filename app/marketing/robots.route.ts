import { siteContext } from "../server/http/site.ts";
import type { Route } from "./+types/robots.route";
import { robotsText } from "./robots.ts";

export function loader({ context }: Route.LoaderArgs) {
  const headers = { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "public, max-age=3600" };
  return new Response(robotsText(context.get(siteContext).appUrl), { headers });
}
