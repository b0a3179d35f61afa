import { redirectDocument, type RouterContextProvider } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { identitySessionContext } from "../../services.ts";
import { sessionExpired } from "./session-expired.ts";

/**
 * For a session whose account is gone, deleted on another device or by an operator: its token says otherwise for up to
 * an hour, and every page would be empty. Ends it in this browser and has the page asked for anew, by a visitor. Does
 * nothing while the account is there or identity cannot be asked.
 * @throws the redirect.
 */
export async function signOutDeletedUser(context: Readonly<RouterContextProvider>, request: Request): Promise<void> {
  const session = context.get(identitySessionContext);
  if ((await session.provenMember()) || session.lost() !== "ended") return;
  await session.signOut();
  context.get(flashContext).leave({ kind: "error", ...sessionExpired.ended });
  const { pathname, search } = new URL(request.url);
  throw redirectDocument(pathname + search);
}
