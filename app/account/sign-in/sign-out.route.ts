import { redirect } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { identitySessionContext } from "../identity.ts";
import { withoutProductStyles } from "../../ui/styles/product-styles.tsx";
import type { Route } from "./+types/sign-out.route";

export function loader() {
  return redirect("/");
}

export async function action({ context }: Route.ActionArgs) {
  const answer = await context.get(identitySessionContext).signOut();
  // This browser is signed out; elsewhere the session ends with its token.
  if (!answer.ok) context.get(flashContext).leave({ kind: "error", title: "Sign out failed", text: answer.message });
  // Clears the browser's private image cache on shared devices.
  return redirect("/", {
    status: 303,
    headers: { "Clear-Site-Data": '"cache"', "Set-Cookie": withoutProductStyles },
  });
}
