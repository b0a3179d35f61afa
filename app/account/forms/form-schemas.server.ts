import { z } from "zod";
import { newPasswordProblems } from "../password/new-password-problems.ts";

/** Specified: docs/product/specification.md, "Constants and limits". */
const minimumPasswordLength = 6;
const [mismatch, tooShort] = newPasswordProblems;
const missingEmail = "Enter your email address.";
const malformedEmail = "Enter an email address like name@example.com.";

// Conform reads a field left empty as missing, which is why each field names its message twice. RFC 5321 allows no
// addresses longer than 254 characters.
const email = z.string(missingEmail).trim().min(1, missingEmail).max(254, malformedEmail).pipe(z.email(malformedEmail));

/** A name is one line of text: PostgreSQL keeps no NUL, and a mail's greeting no line break. */
const withoutControls = (name: string) => name.replace(/[\u0000-\u001f\u007f]/g, " ").trim();

const missingName = "Enter your full name.";
const signUpFields = z.object({
  fullName: z
    .string(missingName)
    .transform(withoutControls)
    .pipe(z.string(missingName).min(1, missingName).max(200, "Enter a name of at most 200 characters.")),
  email,
  password: z.string("Enter a password.").min(minimumPasswordLength, tooShort.text),
  confirmPassword: z.string("Enter the password again."),
});

export const signUpSchema = signUpFields.refine(same, {
  path: ["confirmPassword"],
  error: "Passwords do not match.",
  // Also while the name or the address is wrong: everything to fix is said at once.
  when: ({ value }) => z.object({ password: z.string(), confirmPassword: z.string() }).safeParse(value).success,
});

export const signInSchema = z.object({ email, password: z.string("Enter your password.") });

/** Forgot password, and sending the confirmation again. */
export const emailSchema = z.object({ email });

/** The confirmation page on a device that did not sign up: the password chosen there, or a new one. */
export const settlePasswordSchema = z.object({
  password: z.string("Enter a password.").min(minimumPasswordLength, tooShort.text),
});

/** Matching is checked first, then the length. */
export const newPasswordSchema = z
  .object({ password: z.string("Enter a new password."), confirmPassword: z.string("Enter the new password again.") })
  .refine(same, { path: ["confirmPassword"], error: mismatch.text, abort: true })
  .refine(({ password }) => password.length >= minimumPasswordLength, { path: ["password"], error: tooShort.text });

function same({ password, confirmPassword }: { password: string; confirmPassword: string }): boolean {
  return password === confirmPassword;
}
