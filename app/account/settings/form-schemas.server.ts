import { z } from "zod";

/** The database's limit. */
const maxNameLength = 200;
const missingPassword = "Please fill in both password fields.";

const withoutControls = (name: string) => name.replace(/[\u0000-\u001f\u007f]/g, " ").trim();

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
    confirmPassword: z.string(missingPassword),
  })
  .refine(({ password, confirmPassword }) => password === confirmPassword, {
    path: ["confirmPassword"],
    error: "Passwords do not match.",
  })
  .refine(({ password }) => password.length >= 6, {
    path: ["password"],
    error: "Password must be at least 6 characters long.",
  });
