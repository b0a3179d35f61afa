import { redirect } from "react-router";
import { readSmallForm } from "../../server/http/bodies/read-form.server.ts";
import { flashContext } from "../../server/http/flash.server.ts";
import { identitySessionContext } from "../identity.ts";
import { withoutProductStyles } from "../../ui/styles/product-styles.tsx";
import type { Route } from "./+types/sign-out.route";

export function loader() {
  return redirect("/");
}

/** Signs out; with the field `everywhere`, on every device. */
export async function action({ request, context }: Route.ActionArgs) {
  const session = context.get(identitySessionContext);
  const { leave } = context.get(flashContext);
  const everywhere = request.headers.has("Content-Type") && (await readSmallForm(request)).get("everywhere") === "yes";
  const answer = await (everywhere ? session.signOutEverywhere() : session.signOut());
  if (!answer.ok) leave({ kind: "error", title: "Sign out failed", text: answer.message });
  if (!answer.ok && everywhere) return redirect("/settings", 303);
  // Even after a failure, this browser is signed out; the session ends when its token expires.
  if (everywhere)
    leave({ kind: "success", title: "Signed out everywhere", text: "Every device has to sign in again." });
  else if (answer.ok) leave({ kind: "success", title: "Signed out", text: "" });
  // Clears the browser's private image cache on shared devices.
  return redirect("/", {
    status: 303,
    headers: { "Clear-Site-Data": '"cache"', "Set-Cookie": withoutProductStyles },
  });
}
