import { data, redirect, replace } from "react-router";
import { flashContext } from "../server/http/flash.server.ts";
import { safePath } from "../server/http/next-path.ts";
import { readSmallForm } from "../server/http/bodies/read-form.server.ts";
import { memberContext, servicesContext } from "../services.ts";
import type { Route } from "./+types/revoke.route";
import { revokeShare } from "./end-share.server.ts";

export async function action({ request, params, context }: Route.ActionArgs) {
  const form = await readSmallForm(request);
  const { database } = context.get(servicesContext);
  const revoked = await revokeShare(database, context.get(memberContext).id, params.shareId);
  if (!revoked) throw data(null, { status: 404 });
  context.get(flashContext).leave({ kind: "success", title: "Link revoked", text: "Nobody can open it any more." });
  return replace(safePath(form.get("next"), "/shares"), 303);
}

export function loader() {
  throw redirect("/shares");
}
