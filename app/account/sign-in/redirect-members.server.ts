import { redirect, type RouterContextProvider } from "react-router";
import { identitySessionContext } from "../identity.ts";

/**
 * Verifies with the identity server: a session ended elsewhere looks valid for minutes, and its
 * owner must reach the form. @throws the redirect.
 */
export async function redirectMembers(context: Readonly<RouterContextProvider>, next = ""): Promise<void> {
  const member = await context.get(identitySessionContext).provenMember();
  if (member) throw redirect(next || "/dashboard");
}
