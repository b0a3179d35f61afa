import { data, redirect, replace } from "react-router";
import { databaseContext } from "../server/database/database.ts";
import { memberAction } from "../account/member-action.server.ts";
import { safePath } from "../server/http/next-path.ts";
import type { Route } from "./+types/revoke.route";
import { revokeShare } from "./shares.server.ts";

export const action = memberAction(
  { title: "Not revoked", back: (form) => replace(safePath(form.get("next"), "/shares"), 303) },
  async ({ params, context }: Route.ActionArgs, { member, succeed }) => {
    const revoked = await revokeShare(context.get(databaseContext), member.id, params.shareId);
    if (!revoked) throw data(null, { status: 404 });
    return succeed("Link revoked", "It no longer works for anyone.");
  },
);

export function loader() {
  throw redirect("/shares");
}
