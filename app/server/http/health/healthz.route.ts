import { healthContext, takesVisitors } from "./health-checks.ts";
import type { Route } from "./+types/healthz.route";

export function loader({ context }: Route.LoaderArgs) {
  const ok = takesVisitors(context.get(healthContext));
  return Response.json({ ok }, { status: ok ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}
