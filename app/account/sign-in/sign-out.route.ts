import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { identitySessionContext } from "../../services.ts";
import { withoutProductStyles } from "../../ui/styles/stylesheet-cookie.ts";
import type { Route } from "./+types/sign-out.route";

/** Typed into the address bar, it only leads home: signing out is for a button on our own pages. */
export function loader() {
  return redirect("/");
}

export async function action({ context }: Route.ActionArgs) {
  const answer = await context.get(identitySessionContext).signOut();
  // Signed out here all the same; elsewhere the session ends with its token.
  if (!answer.ok) context.get(flashContext).leave({ kind: "error", title: "Sign out failed", text: answer.message });
  // Pictures are kept by browsers as private; on a shared device they end with the session.
  return redirect("/", {
    status: 303,
    headers: { "Clear-Site-Data": '"cache"', "Set-Cookie": withoutProductStyles },
  });
}
