import { servicesContext } from "../services.ts";
import { readiness } from "./readiness.server.ts";
import type { Route } from "./+types/readyz.route";

export async function loader({ context }: Route.LoaderArgs) {
  const { ready, ...parts } = await readiness(context.get(servicesContext));
  return Response.json({ ready, ...parts }, { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}
