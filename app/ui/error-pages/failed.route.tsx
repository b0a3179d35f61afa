import { data } from "react-router";
import { failureContext } from "../../server/http/request-log.server.ts";
import { siteContext } from "../../server/http/site.ts";
import type { RefusedForm } from "./error-pages.tsx";
import type { Route } from "./+types/failed.route";

/** Rendered for failed resource routes and refused forms (server/http/error-response.server.ts). */
export function loader({ context }: Route.LoaderArgs) {
  const failure = context.get(failureContext);
  if (failure !== 403) throw data(null, { status: failure ?? 404 });
  const refused: RefusedForm = {
    failed: "form",
    supportEmail: context.get(siteContext).supportEmail,
    title: "This form was not accepted",
    explanation:
      "Your browser did not say which page the form came from, so another site may have sent it. Please open the page again " +
      "and send the form from there. If that fails, allow your browser to send the Referer header, or use another one.",
  };
  throw data(refused, { status: 403 });
}

export default function Failed() {
  return null;
}
