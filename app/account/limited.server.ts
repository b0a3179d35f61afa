import type { RouterContextProvider } from "react-router";
import { networkOf, siteOf, waitMessage, type RateLimitName } from "../server/http/limits/limits.ts";
import { clientAddressContext, servicesContext } from "../services.ts";
import type { IdentityRefusal } from "./identity.ts";

type Context = Readonly<RouterContextProvider>;
type Subjects = Partial<Record<RateLimitName, string>>;

/**
 * What counts a try to sign in to this account from here. A device that signed in to it before has a limit of its own,
 * so that guesses made elsewhere do not keep its owner out.
 */
export function signInSubjects(context: Context, email: string, knownDevice: string | null): Subjects {
  if (knownDevice) return { signInFromKnownDevice: knownDevice };
  const address = context.get(clientAddressContext);
  return {
    signInFromAddress: networkOf(address),
    signInToAccount: email,
    signInToAccountFromAddress: `${networkOf(address)}|${email}`,
    signInToAccountFromSite: `${siteOf(address)}|${email}`,
  };
}

/** A mail to this address asked for from here; `signingUp` counts new accounts as well. */
export function mailLimited(
  context: Context,
  email: string,
  { signingUp = false } = {},
): Promise<IdentityRefusal | null> {
  const network = networkOf(context.get(clientAddressContext));
  return limited(context, {
    ...(signingUp ? { signUpFromAddress: network } : { mailFromAddress: network }),
    mailToAccount: email,
    mailToAccountFromAddress: `${network}|${email}`,
  });
}

/** Counts a try under each limit; the refusal to show when one is used up. The same for known and unknown addresses. */
export async function limited(context: Context, subjects: Subjects): Promise<IdentityRefusal | null> {
  const wait = await context.get(servicesContext).rateLimiter.take(subjects);
  if (!wait) return null;
  return { ok: false, problem: "too-many-requests", message: waitMessage(wait), retryAfterSeconds: wait };
}
