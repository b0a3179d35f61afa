import type { RouterContextProvider } from "react-router";
import { waitMessage, type RateLimitName } from "../http/rate-limits.ts";
import { servicesContext } from "../services.ts";
import type { IdentityRefusal } from "./identity.ts";

/** Counts a try under each limit; the refusal to show when one is used up, otherwise null. The same for known and unknown addresses. */
export async function limited(
  context: Readonly<RouterContextProvider>,
  subjects: Partial<Record<RateLimitName, string>>,
): Promise<IdentityRefusal | null> {
  const wait = await context.get(servicesContext).rateLimiter.take(subjects);
  if (!wait) return null;
  return { ok: false, problem: "too-many-requests", message: waitMessage(wait), retryAfterSeconds: wait };
}
