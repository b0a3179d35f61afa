import { isAuthApiError, isAuthSessionMissingError, type AuthError } from "@supabase/supabase-js";
import type { IdentityRefusal } from "../../../account/identity.ts";
import { identityMessages } from "../../../account/identity-messages.ts";

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
  message: identityMessages.unavailable,
};

export const notMailProven: IdentityRefusal = {
  ok: false,
  problem: "link-invalid",
  message: identityMessages.notMailProven,
};

/** Wait times of GoTrue's limits (supabase.com/docs/guides/auth/rate-limits). */
const limits: Record<string, Pick<IdentityRefusal, "message" | "retryAfterSeconds">> = {
  over_request_rate_limit: {
    message: identityMessages.tooManyRequests,
    retryAfterSeconds: 300,
  },
  // The project's limit; an address's own cooldown would show that the address is known.
  over_email_send_rate_limit: {
    message: identityMessages.tooManyEmails,
    retryAfterSeconds: 3600,
  },
};

/** Only the embedded identity distinguishes these; GoTrue has one message. */
const brokenLinks: Record<string, IdentityRefusal["link"]> = {
  "Email link was used already": "used",
  "Email link has expired": "expired",
};

/** Returns the provider's message if it has one, and ours for limits and lost connections. */
export function identityRefusal(error: AuthError): IdentityRefusal {
  const { message, status } = error;
  const code = error.code ?? (status === 429 ? "over_request_rate_limit" : "");
  const problem = problems[code];
  const link = brokenLinks[message];
  if (problem) return { ok: false, problem, message, ...limits[code], ...(link && { link }) };
  if (code === "validation_failed" && message.startsWith("Password")) {
    return { ok: false, problem: "weak-password", message };
  }
  // An error without a code comes from a gateway: a wrong key or a paused project.
  const own = isAuthSessionMissingError(error) || (isAuthApiError(error) && code);
  return own ? { ok: false, problem: status === 429 ? "too-many-requests" : "refused", message } : unavailable;
}
