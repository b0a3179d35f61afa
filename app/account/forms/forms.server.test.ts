import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, it, test } from "vitest";
import { formAnswer } from "./form-errors.tsx";
import {
  emailSchema,
  newPasswordSchema,
  passwordSchema,
  profileSchema,
  signInSchema,
  signUpSchema,
} from "./form-schemas.server.ts";
import { refused, storedFormAnswer, storedFormRefusal } from "./form-responses.server.ts";
import type { IdentityRefusal } from "../identity.ts";
import type { Toast } from "../../ui/toasts/toast.tsx";
import { memberKey } from "../../server/http/identity-session.server.ts";

const ada = {
  fullName: "Adaeze Okafor",
  email: "adaeze@example.com",
  password: "six666",
  confirmPassword: "six666",
};

describe("the sign-up form", () => {
  it("accepts a name, an address and a six-character password entered twice", () => {
    expect(signUp(ada)).toEqual({ value: ada });
  });

  it("requires every sign-up field", () => {
    expect(signUp({ fullName: "", email: "", password: "", confirmPassword: "" }).errors).toEqual({
      fullName: "Enter your full name.",
      email: "Enter your email address.",
      password: "Enter a password.",
      confirmPassword: "Enter the password again.",
    });
  });

  it("treats a name or address of spaces as empty", () => {
    expect(signUp({ ...ada, fullName: "  ", email: " " }).errors).toEqual({
      fullName: "Enter your full name.",
      email: "Enter your email address.",
    });
  });

  it("trims the address and the name, never the password", () => {
    const typed = { fullName: " Ada ", email: " ada@example.com ", password: " secret ", confirmPassword: " secret " };
    expect(signUp(typed)).toEqual({ value: { ...typed, fullName: "Ada", email: "ada@example.com" } });
  });

  it("reports differing passwords at the confirmation, together with all other errors", () => {
    expect(signUp({ ...ada, email: "adaeze@", confirmPassword: "six667" }).errors).toEqual({
      email: "Enter an email address like name@example.com.",
      confirmPassword: "Passwords do not match.",
    });
  });

  it("refuses a password of five characters", () => {
    expect(signUp({ ...ada, password: "five5", confirmPassword: "five5" }).errors).toEqual({
      password: "Password must be at least 6 characters long.",
    });
  });

  it.each(["name", "name@", "@example.com", "a b@example.com", "a@example", `${"a".repeat(250)}@example.com`])(
    "refuses %s as an address",
    (email) => {
      expect(signUp({ ...ada, email }).errors).toEqual({ email: "Enter an email address like name@example.com." });
    },
  );

  it("returns the submitted sign-up values without the passwords", () => {
    const reply = submit(signUpSchema, { ...ada, email: "adaeze@" }).reply({
      hideFields: ["password", "confirmPassword"],
    });
    expect(formAnswer(reply).values).toEqual({ fullName: "Adaeze Okafor", email: "adaeze@" });
  });
});

describe("the sign-in form", () => {
  it("requires the address and a password of any length at sign-in", () => {
    expect(parsed(signInSchema, { email: "", password: "" }).errors).toEqual({
      email: "Enter your email address.",
      password: "Enter your password.",
    });
    expect(parsed(signInSchema, { email: "a@example.com", password: "x" }).value).toEqual({
      email: "a@example.com",
      password: "x",
    });
  });
});

describe("the forgot-password form", () => {
  it("requires an address for a forgotten password", () => {
    expect(parsed(emailSchema, { email: "" }).errors).toEqual({ email: "Enter your email address." });
  });
});

describe("the new-password form", () => {
  it("reports differing passwords before it reports a short one", () => {
    expect(parsed(newPasswordSchema, { password: "abc", confirmPassword: "abd" }).errors).toEqual({
      confirmPassword: "Please make sure both passwords are the same.",
    });
  });

  it("refuses a new password of five characters and accepts six", () => {
    expect(parsed(newPasswordSchema, { password: "five5", confirmPassword: "five5" }).errors).toEqual({
      password: "Password must be at least 6 characters long.",
    });
    expect(parsed(newPasswordSchema, { password: "six666", confirmPassword: "six666" }).errors).toBeUndefined();
  });
});

type Schema = Parameters<typeof parseWithZod>[1]["schema"];
const signUp = (fields: Record<string, string>) => parsed(signUpSchema, fields);

function parsed(schema: Schema, fields: Record<string, string>) {
  const submission = submit(schema, fields);
  return submission.status === "success"
    ? { value: submission.value }
    : { errors: formAnswer(submission.reply()).errors };
}

function submit(schema: Schema, fields: Record<string, string>) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseWithZod(form, { schema });
}

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
  ["", "", { password: missing }],
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

test("names every missing field at once", () => {
  const submission = parseWithZod(form({ password: "abcdef" }), { schema: passwordSchema });
  expect(submission.reply().error).toEqual({
    currentPassword: ["Enter your current password."],
    confirmPassword: missing,
  });
});

test.each(["123456", "Password1", "zzzzzzzz"])("refuses the common password %j", (common) => {
  expect(password(common, common).reply().error).toEqual({ password: [expect.stringContaining("many people use")] });
});

test("accepts six characters, spaces included, as a password", () => {
  expect(password("a b cd", "a b cd").status).toBe("success");
});

describe("the answer to a form", () => {
  describe("a form that identity refuses", () => {
    it("returns the reason and the submitted values without the password", () => {
      expect(answerTo("invalid-credentials").data).toEqual({
        values: { email: "ada@example.com" },
        errors: {},
        refusal: { problem: "invalid-credentials", message: "The provider's words." },
      });
    });

    it.each([
      ["invalid-credentials", 400],
      ["email-not-confirmed", 400],
      ["weak-password", 400],
      ["refused", 400],
      ["unavailable", 503],
      ["too-many-requests", 429],
    ] as const)("answers %s with status %i", (problem, status) => {
      expect(answerTo(problem).init?.status).toBe(status);
    });

    it("sends Retry-After once a limit is reached", () => {
      expect(answerTo("too-many-requests").init?.headers).toEqual({ "Retry-After": "60" });
    });
  });

  function answerTo(problem: IdentityRefusal["problem"]) {
    const form = new FormData();
    form.set("email", "ada@example.com");
    form.set("password", "secret");
    const submission = parseWithZod(form, { schema: signInSchema });
    return refused(submission, { ok: false, problem, message: "The provider's words." });
  }

  const ada = { id: "8c1f" };
  const session = { unreachable: false, sessionSecret: "x".repeat(32) };
  const key = memberKey(ada.id, session.sessionSecret);
  const toast = (kind: Toast["kind"], title: string, text: string): Toast => ({ id: "1", kind, title, text });

  test("accepts a stored form only from the session of its own member", () => {
    expect(storedFormRefusal(key, ada, session)).toBeNull();
    expect(storedFormRefusal(key, { id: "bola" }, session)?.status).toBe(409);
    expect(storedFormRefusal("", ada, session)?.status).toBe(409);
    expect(storedFormRefusal(key, null, session)?.status).toBe(401);
    expect(storedFormRefusal(key, null, { ...session, unreachable: true })?.status).toBe(503);
  });

  test("counts a redirect as success and leaves its flash message to the next page", () => {
    const left = [toast("success", "Updated", "Name updated successfully.")];
    const answer = storedFormAnswer(
      new Response(null, { status: 303, headers: { "Set-Cookie": "tz=Africa/Lagos" } }),
      left,
    );
    expect(answer.status).toBe(204);
    expect(answer.headers.getSetCookie()).toEqual(["tz=Africa/Lagos"]);
    expect(left).toHaveLength(1);
  });

  test("counts a redirect with an error message as a refusal and returns the reason", async () => {
    const left = [toast("error", "Insufficient gems", "You need at least 1 gem to transform a photo.")];
    const answer = storedFormAnswer(new Response(null, { status: 302 }), left);
    expect(answer.status).toBe(422);
    expect(await answer.json()).toEqual({ error: "Insufficient gems: You need at least 1 gem to transform a photo." });
    expect(left).toEqual([]);
  });

  test("preserves the status of other failures", () => {
    for (const status of [404, 422, 503])
      expect(storedFormAnswer(new Response("page", { status }), []).status).toBe(status);
  });
});
