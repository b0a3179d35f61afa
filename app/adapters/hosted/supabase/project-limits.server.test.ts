import { pino } from "pino";
import { expect, test } from "vitest";
import { watchProjectLimits } from "./project-limits.server.ts";

const hour = 3_600_000;

async function ask(status: number, body: object) {
  const [lines, limits]: [string[], string[]] = [[], []];
  let now = 0;
  const { fetch, problem } = watchProjectLimits(async () => Response.json(body, { status }), {
    log: pino({ level: "error" }, { write: (line: string) => void lines.push(line) }),
    onLimit: (limit) => void limits.push(limit),
    now: () => now,
  });
  const response = await fetch("https://project.supabase.co/auth/v1/signup");
  const meanwhile = problem();
  now = hour;
  return { answer: await response.json(), lines: lines.length, limits, meanwhile, later: problem() };
}

test.each([
  [{ code: "over_email_send_rate_limit", message: "email rate limit exceeded" }, "mails", /emails an hour/],
  [{ error_code: "over_email_send_rate_limit", msg: "email rate limit exceeded" }, "mails", /emails an hour/],
  [{ code: "over_request_rate_limit", message: "Request rate limit reached" }, "requests", /IP address forwarding/],
])("reports the project's limit of %j to the operator for an hour", async (body, limit, problem) => {
  const seen = await ask(429, body);
  expect(seen).toMatchObject({ answer: body, lines: 1, limits: [limit], later: null });
  expect(seen.meanwhile).toMatch(problem);
});

test.each([
  [
    429,
    {
      code: "over_email_send_rate_limit",
      message: "For security purposes, you can only request this after 58 seconds.",
    },
  ],
  [400, { code: "invalid_credentials", message: "Invalid login credentials" }],
  [200, { id: "1" }],
])("reports nothing for %i %j", async (status, body) => {
  expect(await ask(status, body)).toMatchObject({ answer: body, lines: 0, limits: [], meanwhile: null });
});
