import { healthContext, readiness } from "./health-checks.ts";
import type { Route } from "./+types/readyz.route";

/** Returns the public part; operators read details from metrics-listener.server.ts. */
export async function loader({ context }: Route.LoaderArgs) {
  const { ready, database, started, accepting } = await readiness(context.get(healthContext));
  const headers = { "Cache-Control": "no-store" };
  return Response.json({ ready, database, started, accepting }, { status: ready ? 200 : 503, headers });
}
