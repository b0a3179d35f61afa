import type { RouterContextProvider } from "react-router";
import { identitySessionContext } from "../services.ts";
import type { Member } from "./identity.ts";

/** Who is here, by the session's own word; null when signed out. For pages and pictures, not for spending. */
export function memberOf(context: Readonly<RouterContextProvider>): Promise<Member | null> {
  return context.get(identitySessionContext).member();
}
