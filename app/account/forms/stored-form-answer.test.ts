import { expect, test } from "vitest";
import type { Toast } from "../../ui/toasts/toast.tsx";
import { memberKey } from "../../server/http/member-key.server.ts";
import { storedFormAnswer, storedFormRefusal } from "./stored-form-answer.server.ts";

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
