import { isAuthApiError, isAuthSessionMissingError, type AuthError } from "@supabase/supabase-js";
import type { IdentityRefusal } from "../../../account/identity.ts";

/** GoTrue's error codes (supabase.com/docs/guides/auth/debugging/error-codes) in the port's words. */
const problems: Record<string, IdentityRefusal["problem"]> = {
  invalid_credentials: "invalid-credentials",
  email_not_confirmed: "email-not-confirmed",
  weak_password: "weak-password",
  same_password: "same-password",
  current_password_required: "invalid-credentials",
  current_password_invalid: "invalid-credentials",
  over_request_rate_limit: "too-many-requests",
  over_email_send_rate_limit: "too-many-requests",
  otp_expired: "link-invalid",
};

export const unavailable: IdentityRefusal = {
  ok: false,
  problem: "unavailable",
  message: "We could not reach the sign-in service. Please try again in a moment.",
};

export const notMailProven: IdentityRefusal = {
  ok: false,
  problem: "link-invalid",
  message: "Please open the link in our newest email, or ask for a new one.",
};

/** GoTrue's bare words for its limits in ours, and how long they last (supabase.com/docs/guides/auth/rate-limits). */
const limits: Record<string, Pick<IdentityRefusal, "message" | "retryAfterSeconds">> = {
  over_request_rate_limit: {
    message: "Too many tries. Please wait 5 minutes and try again.",
    retryAfterSeconds: 300,
  },
  // Of the whole project; an address's own cooldown is never shown, since it would say that the address is known.
  over_email_send_rate_limit: {
    message: "We cannot send any more mail just now. Please try again in an hour.",
    retryAfterSeconds: 3600,
  },
};

/** The embedded identity says what is wrong with a link; GoTrue has one message for everything. */
const brokenLinks: Record<string, IdentityRefusal["link"]> = {
  "Email link was used already": "used",
  "Email link has expired": "expired",
};

/** The provider's sentence is kept where the provider wrote one; limits and a broken connection get ours. */
export function identityRefusal(error: AuthError): IdentityRefusal {
  const { message, status } = error;
  const code = error.code ?? (status === 429 ? "over_request_rate_limit" : "");
  const problem = problems[code];
  const link = brokenLinks[message];
  if (problem) return { ok: false, problem, message, ...limits[code], ...(link && { link }) };
  // GoTrue refuses a password bcrypt cannot read whole as a failed validation.
  if (code === "validation_failed" && message.startsWith("Password")) {
    return { ok: false, problem: "weak-password", message };
  }
  // What has no code is not GoTrue's own: a gateway that refuses our key, a paused project.
  const own = isAuthSessionMissingError(error) || (isAuthApiError(error) && code);
  return own ? { ok: false, problem: status === 429 ? "too-many-requests" : "refused", message } : unavailable;
}
