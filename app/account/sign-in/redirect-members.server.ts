import { redirect, type RouterContextProvider } from "react-router";
import { identitySessionContext } from "../../services.ts";

/**
 * Sends those who are signed in away from the pages that sign people in. The identity server is asked: a session that
 * was ended elsewhere still looks valid for some minutes, and its owner must be able to sign in again.
 * @throws the redirect.
 */
export async function redirectMembers(context: Readonly<RouterContextProvider>, next = ""): Promise<void> {
  const member = await context.get(identitySessionContext).provenMember();
  if (member) throw redirect(next || "/dashboard");
}
