import { redirectDocument, type RouterContextProvider } from "react-router";
import { flashContext } from "../../server/http/flash.server.ts";
import { sessionExpired } from "./session-expired.ts";
import { identitySessionContext } from "../identity.ts";

/**
 * A deleted account's token stays valid for up to an hour. Ends such a session and reloads the page
 * as a visitor; no-op while the account exists or identity fails. @throws the redirect.
 */
export async function signOutDeletedUser(context: Readonly<RouterContextProvider>, request: Request): Promise<void> {
  const session = context.get(identitySessionContext);
  if ((await session.provenMember()) || session.lost() !== "ended") return;
  await session.signOut();
  context.get(flashContext).leave({ kind: "error", ...sessionExpired.ended });
  const { pathname, search } = new URL(request.url);
  throw redirectDocument(pathname + search);
}
