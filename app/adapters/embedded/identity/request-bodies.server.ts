import { z } from "zod";
import { GotrueError, validationFailed } from "./gotrue-errors.server.ts";

/** GoTrue stores lower case; RFC 5321 §4.5.3.1.3 allows 254 characters. */
const emailAddress = z
  .string()
  .trim()
  .toLowerCase()
  .max(254)
  .pipe(z.email("Unable to validate email address: invalid format"));

export const signUpBody = z.object({
  email: emailAddress,
  password: z.string("Signup requires a valid password"),
  data: z.record(z.string(), z.json()).nullish(),
});
export const passwordGrantBody = z.object({ email: z.string(), password: z.string() });
/** PostgreSQL rejects some characters with an error. */
export const refreshGrantBody = z.object({
  refresh_token: z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .catch("malformed"),
});
export const recoverBody = z.object({ email: emailAddress });
export const resendBody = z.object({ email: emailAddress, type: z.literal("signup") });
export const verifyBody = z.object({ token_hash: z.string().min(1), type: z.enum(["email", "signup", "recovery"]) });
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
