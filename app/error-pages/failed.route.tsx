import { data } from "react-router";
import { failedHeader } from "../http/failed-answer.server.ts";
import type { Route } from "./+types/failed.route";

/** What is shown in place of an answer without a page that failed (http/failed-answer.server.ts); nothing otherwise. */
export function loader({ request }: Route.LoaderArgs) {
  throw data(null, { status: request.headers.has(failedHeader) ? 500 : 404 });
}

export default function Failed() {
  return null;
}
