import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, it, test } from "vitest";
import { refused, storedFormAnswer, storedFormRefusal } from "./form-responses.server.ts";
import { signInSchema } from "./form-schemas.server.ts";
import type { IdentityRefusal } from "../identity.ts";
import type { Toast } from "../../ui/toasts/toast.tsx";
import { memberKey } from "../../server/http/identity-session.server.ts";

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
