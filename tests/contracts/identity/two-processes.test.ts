import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { openBrowser } from "./browser.ts";
import {
  createThrowAwayDatabase,
  type EmbeddedIdentityUnderTest,
  openEmbeddedIdentity,
  testServerUrl,
} from "./embedded-identity.ts";

describe.skipIf(!testServerUrl)("embedded identity in two processes on one PostgreSQL", () => {
  let database: Awaited<ReturnType<typeof createThrowAwayDatabase>>;
  let one: EmbeddedIdentityUnderTest;
  let other: EmbeddedIdentityUnderTest;
  beforeAll(async () => {
    database = await createThrowAwayDatabase(testServerUrl ?? "");
    const connect = () => openEmbeddedIdentity({ kysely: database.connect().kysely, close: async () => {} });
    [one, other] = await Promise.all([connect(), connect()]);
  });
  afterAll(() => database?.drop());

  test("gives 20 parallel refreshes of one session one successor, ten times over", async () => {
    let token = await signedInRefreshToken(one);
    for (let round = 0; round < 10; round += 1) {
      const refresh = (_: unknown, index: number) =>
        post(index % 2 ? one : other, "/token?grant_type=refresh_token", { refresh_token: token });
      const answers = await Promise.all(Array.from({ length: 20 }, refresh));
      const successors = [...new Set(answers.map((answer) => answer.refresh_token))];
      expect(successors).toEqual([expect.any(String)]);
      expect(successors).not.toContain(token);
      token = successors[0] ?? "";
    }
    expect([...one.failures, ...other.failures]).toEqual([]);
  });

  test("creates one account and sends one mail for 10 sign-ups of one address at once", async () => {
    const email = `member-${randomUUID()}@example.com`;
    const signUp = (_: unknown, index: number) =>
      openBrowser((index % 2 ? one : other).identity).visit((session) =>
        session.signUp({ fullName: "Ada Obi", email, password: "correct horse 1" }),
      );
    expect(await Promise.all(Array.from({ length: 10 }, signUp))).toMatchObject(Array(10).fill({ ok: true }));
    await Promise.all([one.drain(), other.drain()]);
    expect([...one.mails, ...other.mails].filter((mail) => mail.to === email)).toHaveLength(1);
    expect([...one.failures, ...other.failures]).toEqual([]);
  });
});

async function signedInRefreshToken(server: EmbeddedIdentityUnderTest): Promise<string> {
  const email = `member-${randomUUID()}@example.com`;
  const account = { fullName: "Ada Obi", email, password: "correct horse 1" };
  await openBrowser(server.identity).visit((session) => session.signUp(account));
  const token = await server.mailedToken("confirmation", email);
  const answer = await post(server, "/verify", { token_hash: token, type: "email" });
  return answer.refresh_token ?? "";
}

async function post(
  server: EmbeddedIdentityUnderTest,
  path: string,
  body: object,
): Promise<{ refresh_token?: string }> {
  const answer = await server.fetch(`http://identity.internal/auth/v1${path}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  return answer.json();
}
