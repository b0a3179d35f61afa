import { servicesContext } from "../services.ts";
import type { Route } from "./+types/readyz.route";

const databaseLimitMs = 2_000;

/** Whether this process should be sent visitors: the database answers and it is not shutting down. */
export async function loader({ context }: Route.LoaderArgs) {
  const { database, draining } = context.get(servicesContext);
  const parts = { database: await database.answers(databaseLimitMs), accepting: !draining };
  const ready = Object.values(parts).every(Boolean);
  return Response.json({ ready, ...parts }, { status: ready ? 200 : 503, headers: { "Cache-Control": "no-store" } });
}
