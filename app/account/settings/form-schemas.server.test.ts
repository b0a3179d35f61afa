import { parseWithZod } from "@conform-to/zod/v4";
import { expect, test } from "vitest";
import { passwordSchema, profileSchema } from "./form-schemas.server.ts";

function form(fields: Record<string, string>) {
  const data = new FormData();
  for (const [name, value] of Object.entries(fields)) data.set(name, value);
  return data;
}
const profile = (displayName: string) => parseWithZod(form({ displayName }), { schema: profileSchema });
const password = (password: string, confirmPassword: string) =>
  parseWithZod(form({ currentPassword: "the old one", password, confirmPassword }), { schema: passwordSchema });

test.each([
  ["Adaeze Okafor", "Adaeze Okafor"],
  ["  Adaeze  ", "Adaeze"],
  ["Ada\u0000eze\n", "Ada eze"],
  ["", ""],
  ["   ", ""],
  ["x".repeat(200), "x".repeat(200)],
])("saves the display name %j as %j", (typed, taken) => {
  const submission = profile(typed);
  expect(submission.status === "success" && submission.value).toEqual({ displayName: taken });
});

test("refuses a display name that is too long for the database, beside the field", () => {
  expect(profile("x".repeat(201)).reply().error).toEqual({ displayName: ["Enter a name of at most 200 characters."] });
});

const missing = ["Please fill in both password fields."];
const mismatch = ["Passwords do not match."];
const short = ["Password must be at least 6 characters long."];

test.each([
  ["", "", { password: missing, confirmPassword: missing }],
  ["abcdef", "", { confirmPassword: missing }],
  ["", "abcdef", { password: missing }],
  ["abcdef", "abcdeg", { confirmPassword: mismatch }],
  ["abcde", "abcde", { password: short }],
  ["abc", "abd", { confirmPassword: mismatch, password: short }],
])("refuses the passwords %j and %j beside the field that is wrong", (first, second, error) => {
  expect(password(first, second).reply().error).toEqual(error);
});

test("refuses a new password without the current one, beside that field", () => {
  const submission = parseWithZod(form({ password: "abcdef", confirmPassword: "abcdef" }), { schema: passwordSchema });
  expect(submission.reply().error).toEqual({ currentPassword: ["Enter your current password."] });
});

test("accepts six characters, spaces included, as a password", () => {
  expect(password("a b cd", "a b cd").status).toBe("success");
});
