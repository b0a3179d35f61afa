import { z } from "zod";
import { GotrueError, validationFailed } from "./gotrue-errors.server.ts";

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
