import { servicesContext } from "../services.ts";
import type { Route } from "./+types/readyz.route";

const databaseLimitMs = 2_000;

/** Whether this process should be sent visitors: it has started, the database answers, it is not shutting down. */
export async function loader({ context }: Route.LoaderArgs) {
  const { database, started, draining } = context.get(servicesContext);
  const parts = { database: started && (await database.answers(databaseLimitMs)), started, accepting: !draining };
  const ready = Object.values(parts).every(Boolean);
  return Response.json({ ready, ...parts }, { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}
