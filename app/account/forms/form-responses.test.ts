import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, it } from "vitest";
import { refused } from "./form-responses.server.ts";
import { signInSchema } from "./form-schemas.server.ts";
import type { IdentityRefusal } from "../identity.ts";

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
