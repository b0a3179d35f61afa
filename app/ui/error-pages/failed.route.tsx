import { data } from "react-router";
import { afterFailureContext } from "../../server/http/request-log.server.ts";
import type { Route } from "./+types/failed.route";

/** Rendered for failed resource routes (server/http/error-response.server.ts). */
export function loader({ context }: Route.LoaderArgs) {
  throw data(null, { status: context.get(afterFailureContext) ? 500 : 404 });
}

export default function Failed() {
  return null;
}
