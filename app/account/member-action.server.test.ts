import { pino } from "pino";
import { RouterContextProvider } from "react-router";
import { expect, test } from "vitest";
import { diskFull } from "../server/database/database.ts";
import { type RateLimiter, rateLimiterContext } from "../server/http/limits/limits.ts";
import { clientAddressContext } from "../server/http/site.ts";
import { mailerContext } from "../server/mail/mailer.ts";
import { logContext } from "../server/observability/observation.ts";
import { limited, mailLimited } from "./member-action.server.ts";

const allowing: RateLimiter["take"] = async () => 0;
const failing = (code: string) => async () => {
  throw Object.assign(new Error("could not extend file"), { code });
};

function visitor({ take = allowing, mailIsFull = false }: { take?: RateLimiter["take"]; mailIsFull?: boolean }) {
  const context = new RouterContextProvider();
  context.set(logContext, pino({ level: "silent" }));
  context.set(clientAddressContext, "203.0.113.7");
  context.set(rateLimiterContext, { take, giveBack: async () => {} });
  context.set(mailerContext, { send: async () => {}, isFull: async () => mailIsFull });
  return context;
}

test("a form is refused in words when the database's disk is full", async () => {
  const refusal = await limited(visitor({ take: failing(diskFull) }), { signInToAccount: "ada@example.com" });
  expect(refusal).toMatchObject({ problem: "unavailable", message: expect.stringMatching(/can't save anything/) });
});

test("another failure of the database is no refusal", async () => {
  await expect(limited(visitor({ take: failing("08006") }), { signInToAccount: "ada@example.com" })).rejects.toThrow(
    "could not extend file",
  );
});

test("no mail is promised while none can be stored, and nothing is counted", async () => {
  const context = visitor({ take: failing("counted"), mailIsFull: true });
  const refusal = await mailLimited(context, "ada@example.com", { signingUp: true });
  expect(refusal).toMatchObject({ problem: "unavailable", message: expect.stringMatching(/nothing was sent/) });
  expect(await mailLimited(visitor({}), "ada@example.com")).toBeNull();
});
