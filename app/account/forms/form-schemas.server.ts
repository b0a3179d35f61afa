import { z } from "zod";
import { commonPassword, isCommonPassword } from "../password/new-password.server.ts";
import { newPasswordProblems } from "../identity-messages.ts";

/** docs/product/specification.md, "Constants and limits". */
const minimumPasswordLength = 6;
const [mismatch, tooShort] = newPasswordProblems;
const missingEmail = "Enter your email address.";
const malformedEmail = "Enter an email address like name@example.com.";

// Conform reads an empty field as missing. RFC 5321 limits addresses to 254 characters.
const email = z.string(missingEmail).trim().min(1, missingEmail).max(254, malformedEmail).pipe(z.email(malformedEmail));

/** PostgreSQL cannot store NUL, and a mail's greeting must not contain a line break. */
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

export const signUpSchema = signUpFields
  .refine(isUncommon, { path: ["password"], error: commonPassword })
  .refine(same, {
    path: ["confirmPassword"],
    error: "Passwords do not match.",
    // Runs even while other fields are invalid, so that all errors appear at once.
    when: ({ value }) => z.object({ password: z.string(), confirmPassword: z.string() }).safeParse(value).success,
  });

export const signInSchema = z.object({ email, password: z.string("Enter your password.") });

export const emailSchema = z.object({ email });

export const settlePasswordSchema = z
  .object({ password: z.string("Enter a password.").min(minimumPasswordLength, tooShort.text) })
  .refine(isUncommon, { path: ["password"], error: commonPassword });

/** Compares the two passwords first, then checks the length. */
export const newPasswordSchema = z
  .object({ password: z.string("Enter a new password."), confirmPassword: z.string("Enter the new password again.") })
  .refine(same, { path: ["confirmPassword"], error: mismatch.text, abort: true })
  .refine(isLongEnough, { path: ["password"], error: tooShort.text, abort: true })
  .refine(isUncommon, { path: ["password"], error: commonPassword });

function isUncommon({ password, email }: { password: string; email?: string }): boolean {
  return !isCommonPassword(password, email);
}

function isLongEnough({ password }: { password: string }): boolean {
  return password.length >= minimumPasswordLength;
}

function same({ password, confirmPassword }: { password: string; confirmPassword: string }): boolean {
  return password === confirmPassword;
}

/** The database's limit. */
const maxNameLength = 200;
const missingPassword = "Please fill in both password fields.";

// Conform reads an empty field as missing.
export const profileSchema = z.object({
  displayName: z
    .string()
    .transform(withoutControls)
    .refine((name) => name.length <= maxNameLength, `Enter a name of at most ${maxNameLength} characters.`)
    .default(""),
});

export const deleteAccountSchema = z.object({ password: z.string("Enter your password.") });

/** docs/product/specification.md, "Validation". */
export const passwordSchema = z
  .object({
    currentPassword: z.string("Enter your current password."),
    password: z.string(missingPassword),
    // If both are empty, the error appears once, at the first field.
    confirmPassword: z.string().default(""),
  })
  .refine(({ confirmPassword }) => confirmPassword, {
    path: ["confirmPassword"],
    error: missingPassword,
    abort: true,
    when: ({ value }) => z.object({ password: z.string() }).safeParse(value).success,
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ["confirmPassword"],
    error: "Passwords do not match.",
  })
  .refine(isLongEnough, { path: ["password"], error: "Password must be at least 6 characters long.", abort: true })
  .refine(isUncommon, { path: ["password"], error: commonPassword });
