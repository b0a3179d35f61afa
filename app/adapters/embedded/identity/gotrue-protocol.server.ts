import { z } from "zod";

/** GoTrue's status, code and message (github.com/supabase/auth, internal/api). */
export class GotrueError extends Error {
  readonly status: number;
  readonly code: string;
  readonly reasons: string[] | null;
  constructor(status: number, code: string, message: string, reasons: string[] | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.reasons = reasons;
  }
}

/** Body and header of API version 2024-01-01, which supabase-js requests. */
export function errorResponse({ status, code, message, reasons }: GotrueError): Response {
  return Response.json(
    { code, message, ...(reasons ? { weak_password: { reasons } } : {}) },
    { status, headers: { "x-supabase-api-version": "2024-01-01" } },
  );
}

export const invalidCredentials = () => new GotrueError(400, "invalid_credentials", "Invalid login credentials");
export const emailNotConfirmed = () => new GotrueError(400, "email_not_confirmed", "Email not confirmed");
export const userBanned = () => new GotrueError(400, "user_banned", "User is banned");
export const weakPassword = (message: string) => new GotrueError(422, "weak_password", message, ["length"]);
export const samePassword = () =>
  new GotrueError(422, "same_password", "New password should be different from the old password.");
export const currentPassword = (code: "current_password_required" | "current_password_invalid") =>
  new GotrueError(400, code, "Current password required when setting new password.");
/** GoTrue has one text for all three; the code is the same. */
export const linkMessages = {
  unknown: "Email link is invalid or has expired",
  used: "Email link was used already",
  expired: "Email link has expired",
} as const;
export const linkInvalid = (why: keyof typeof linkMessages) => new GotrueError(403, "otp_expired", linkMessages[why]);
export const refreshTokenNotFound = () =>
  new GotrueError(400, "refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
export const refreshTokenAlreadyUsed = () =>
  new GotrueError(400, "refresh_token_already_used", "Invalid Refresh Token: Already Used");
export const noAuthorization = () =>
  new GotrueError(401, "no_authorization", "This endpoint requires a valid Bearer token");
export const badJwt = () => new GotrueError(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
export const sessionNotFound = () =>
  new GotrueError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
export const userNotFound = () => new GotrueError(403, "user_not_found", "User from sub claim in JWT does not exist");
export const notAdmin = () => new GotrueError(403, "not_admin", "User not allowed");
export const noSuchUser = () => new GotrueError(404, "user_not_found", "User not found");
export const validationFailed = (message: string) => new GotrueError(400, "validation_failed", message);
export const notServed = () => new GotrueError(404, "unknown", "Not found");
export const unexpectedFailure = () =>
  new GotrueError(500, "unexpected_failure", "Unexpected failure, please check server logs for more information");

/** GoTrue stores lower case; RFC 5321 §4.5.3.1.3 allows 254 characters. */
const emailAddress = (missing: string) =>
  z.string(missing).trim().toLowerCase().min(1, missing).max(254, malformed).pipe(z.email(malformed));
const malformed = "Unable to validate email address: invalid format";

export const signUpBody = z.object({
  email: emailAddress("An email address is required"),
  password: z.string("Signup requires a valid password"),
  data: z.record(z.string(), z.json()).nullish(),
});
const missingAddress = "missing email or phone";
const missingToken = "Verify requires a token or a token hash";
export const passwordGrantBody = z.object({
  email: z.string(missingAddress).min(1, missingAddress),
  // GoTrue compares an absent password like an empty one.
  password: z.string().default(""),
});
/** PostgreSQL rejects some characters with an error. */
export const refreshGrantBody = z.object({
  refresh_token: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .catch("malformed"),
});
export const recoverBody = z.object({ email: emailAddress("Password recovery requires an email") });
export const resendBody = z.object({
  type: z.literal("signup", "Missing one of these types: signup, email_change, sms, phone_change"),
  email: emailAddress("Type provided requires an email address"),
});
export const verifyBody = z.object({
  type: z.enum(["email", "signup", "recovery"], "Verify requires a verification type"),
  token_hash: z.string(missingToken).min(1, missingToken),
});
export const updateUserBody = z.object({
  password: z.string(),
  current_password: z.string().nullish(),
  data: z.record(z.string(), z.json()).nullish(),
});

export async function readBody<T>(request: Request, schema: z.ZodType<T>): Promise<T> {
  // PostgreSQL cannot store NUL, which JSON may carry.
  const text = (await request.text()).replaceAll("\\u0000", "");
  const parsed = schema.safeParse(fromJson(text));
  if (!parsed.success) throw validationFailed(parsed.error.issues[0]?.message ?? "Invalid request");
  return parsed.data;
}

function fromJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new GotrueError(400, "bad_json", "Could not parse request body as JSON");
  }
}
