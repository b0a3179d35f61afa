import { data } from "react-router";
import { afterFailureContext } from "../../services.ts";
import type { Route } from "./+types/failed.route";

/** What is shown in place of an answer without a page that failed (server/http/error-response.server.ts); nothing otherwise. */
export function loader({ context }: Route.LoaderArgs) {
  throw data(null, { status: context.get(afterFailureContext) ? 500 : 404 });
}

export default function Failed() {
  return null;
}
