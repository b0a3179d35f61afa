import type { RouterContextProvider } from "react-router";
import { networkOf, siteOf, waitMessage, type RateLimitName } from "../server/http/limits/limits.ts";
import type { IdentityRefusal } from "./identity.ts";
import { rateLimiterContext } from "../server/http/limits/rate-limiter.ts";
import { clientAddressContext } from "../server/http/site.ts";

type Context = Readonly<RouterContextProvider>;
type Subjects = Partial<Record<RateLimitName, string>>;

/** A known device has its own limit, so that strangers' guesses do not lock out the owner. */
export function signInSubjects(context: Context, email: string, knownDevice: string | null): Subjects {
  if (knownDevice) return { signInFromKnownDevice: knownDevice };
  const address = context.get(clientAddressContext);
  return {
    signInFromAddress: networkOf(address),
    signInFromSite: siteOf(address),
    signInToAccount: email,
    signInToAccountFromAddress: `${networkOf(address)}|${email}`,
    signInToAccountFromSite: `${siteOf(address)}|${email}`,
  };
}

export function mailLimited(
  context: Context,
  email: string,
  { signingUp = false } = {},
): Promise<IdentityRefusal | null> {
  const address = context.get(clientAddressContext);
  const [network, site] = [networkOf(address), siteOf(address)];
  return limited(context, {
    ...(signingUp
      ? { signUpFromAddress: network, signUpFromSite: site }
      : { mailFromAddress: network, mailFromSite: site }),
    mailToAccount: email,
    mailToAccountFromAddress: `${network}|${email}`,
  });
}

/** The same refusal for known and unknown addresses. */
export async function limited(context: Context, subjects: Subjects): Promise<IdentityRefusal | null> {
  const wait = await context.get(rateLimiterContext).take(subjects);
  if (!wait) return null;
  return { ok: false, problem: "too-many-requests", message: waitMessage(wait), retryAfterSeconds: wait };
}
