import { redirect, type RouterContextProvider, redirectDocument } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { identitySessionContext } from "../identity.ts";

export const sessionExpired = {
  ended: { title: "You were signed out", text: "Your session has ended. Please sign in again to continue." },
  unreachable: {
    title: "We could not check your session",
    text: "The sign-in service did not answer. You are still signed in: please try again in a moment.",
  },
} as const;

/**
 * Verifies with the identity server: a session that was ended elsewhere looks valid for minutes, and
 * its owner must reach the form. @throws the redirect.
 */
export async function redirectMembers(context: Readonly<RouterContextProvider>, next = ""): Promise<void> {
  const member = await context.get(identitySessionContext).provenMember();
  if (member) throw redirect(next || "/dashboard");
}

/**
 * A deleted account's token stays valid for up to an hour. Ends such a session and reloads the page as
 * a visitor; does nothing while the account exists or the identity server fails. @throws the redirect.
 */
export async function signOutDeletedUser(context: Readonly<RouterContextProvider>, request: Request): Promise<void> {
  const session = context.get(identitySessionContext);
  if ((await session.provenMember()) || session.lost() !== "ended") return;
  await session.signOut();
  context.get(flashContext).leave({ kind: "error", ...sessionExpired.ended });
  const { pathname, search } = new URL(request.url);
  throw redirectDocument(pathname + search);
}
