import type { RouterContextProvider } from "react-router";
import { type Member, identitySessionContext } from "./identity.ts";

/** From the session's own claims: for pages and images, not for spending. */
export function memberOf(context: Readonly<RouterContextProvider>): Promise<Member | null> {
  return context.get(identitySessionContext).member();
}
