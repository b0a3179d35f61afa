import { isAuthApiError, isAuthSessionMissingError, type AuthError } from "@supabase/supabase-js";
import type { IdentityRefusal } from "../../../account/identity.ts";

/** GoTrue's error codes (supabase.com/docs/guides/auth/debugging/error-codes) in the port's words. */
const problems: Record<string, IdentityRefusal["problem"]> = {
  invalid_credentials: "invalid-credentials",
  email_not_confirmed: "email-not-confirmed",
  weak_password: "weak-password",
  same_password: "same-password",
  over_request_rate_limit: "too-many-requests",
  over_email_send_rate_limit: "too-many-requests",
  otp_expired: "link-invalid",
};

export const unavailable: IdentityRefusal = {
  ok: false,
  problem: "unavailable",
  message: "We could not reach the sign-in service. Please try again in a moment.",
};

/** The embedded identity says what is wrong with a link; GoTrue has one message for everything. */
const brokenLinks: Record<string, IdentityRefusal["link"]> = {
  "Email link was used already": "used",
  "Email link has expired": "expired",
};

/** The provider's sentence is kept where the provider wrote one; a broken connection gets ours. */
export function identityRefusal(error: AuthError): IdentityRefusal {
  if (error.code && error.code in problems) {
    const link = brokenLinks[error.message];
    return { ok: false, problem: problems[error.code] ?? "refused", message: error.message, ...(link && { link }) };
  }
  // GoTrue refuses a password bcrypt cannot read whole as a failed validation.
  if (error.code === "validation_failed" && error.message.startsWith("Password")) {
    return { ok: false, problem: "weak-password", message: error.message };
  }
  if (isAuthApiError(error) || isAuthSessionMissingError(error)) {
    return { ok: false, problem: error.status === 429 ? "too-many-requests" : "refused", message: error.message };
  }
  return unavailable;
}
