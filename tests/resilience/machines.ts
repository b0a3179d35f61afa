import { randomUUID } from "node:crypto";
import { openAsBlob } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { auditGems } from "../../app/gems/audit/audit-gems.server.ts";
import { rateLimits } from "../../app/server/http/limits/limits.ts";
import { aligned } from "../../perf/report.ts";
import { productProcess } from "../../perf/servers/product.ts";
import { photoFixtures } from "../fixtures/photo-fixtures.ts";
import { freePort } from "../free-port.ts";
import { openFaultyProduct } from "./faults/faulty-product.ts";
import { newAccount, newVisitor } from "./product/visitor.ts";
import type { ProofResult, ProofRun } from "./resilience.ts";

/** Runs two web processes and two workers on one PostgreSQL, like two machines of each kind. */
export async function proveMachines({ closing }: ProofRun): Promise<ProofResult> {
  const product = await openFaultyProduct(closing);
  const port = await freePort();
  const web = productProcess("web", { ...product.environment, PORT: String(port) });
  const worker = productProcess("worker", product.environment);
  for (const running of [web, worker]) closing.defer(running.kill);
  await Promise.all([web.start(), worker.start()]);
  const urls = [product.url, `http://localhost:${port}`];
  const photo = await openAsBlob((await photoFixtures()).snapshot, { type: "image/jpeg" });

  /** Sends requests of a member with `gems` gems to both machines in turn, all at once, one request per key. */
  async function ask(gems: number, keys: readonly string[]) {
    const account = await newAccount(product.kysely, gems);
    const visitors = urls.map((url) => newVisitor(url, { appUrl: product.url }));
    for (const visitor of visitors) await visitor.signIn(account);
    const answers = await Promise.all(
      keys.map(async (key, number) => {
        for (;;) {
          const answer = await visitors[number % 2]?.generate(account, photo, "", key);
          // Each process limits a member's parallel uploads and waits: repeats refused requests, as the answer demands.
          if (answer && answer.status !== 429 && answer.status !== 202) {
            return { status: answer.status, text: await answer.text() };
          }
          await pause(300);
        }
      }),
    );
    const profile = product.kysely.selectFrom("profiles").select("coins").where("user_id", "=", account.id);
    const { coins: left } = await profile.executeTakeFirstOrThrow();
    const count = (status: number) => answers.filter((answer) => answer.status === status).length;
    return { answers, made: count(200), refused: count(402), left, spent: account.gems - left };
  }
  const keys = (count: number) => Array.from({ length: count }, () => randomUUID());
  const rows: [what: string, seen: string, right: boolean][] = [];

  const { gemini } = product.services;
  const before = gemini.requests.length;
  const { made } = await ask(8, keys(8));
  const paid = gemini.requests.length - before;
  rows.push([
    "8 transformations asked for at both, two workers: each is made once",
    `${made} made, ${paid} model calls`,
    made === 8 && paid === 8,
  ]);

  const same = await ask(
    3,
    Array.from({ length: 10 }, () => "one-key-for-all-of-them"),
  );
  const pictures = new Set(same.answers.map(({ text }) => text)).size;
  rows.push([
    "one request sent five times to each at once: one transformation, one gem",
    `${pictures} picture, ${same.spent} gem`,
    pictures === 1 && same.spent === 1,
  ]);

  const short = await ask(2, keys(6));
  rows.push([
    "six requests with two gems at both: two are made, four are refused",
    `${short.made} made, ${short.refused} × "You need at least 1 gem", ${short.left} gems left`,
    short.made === 2 && short.refused === 4 && short.left === 0,
  ]);

  const { email } = await newAccount(product.kysely, 2);
  const statuses: number[] = [];
  while (statuses.length < rateLimits.signInToAccountFromAddress.times + 5) {
    const visitor = newVisitor(urls[statuses.length % 2] ?? "", { appUrl: product.url });
    const answer = await visitor.post("/login", new URLSearchParams({ email, password: "not this one" }));
    await answer.arrayBuffer();
    statuses.push(answer.status);
  }
  const refused = statuses.filter((status) => status === 429).length;
  rows.push([
    "wrong passwords tried at both in turn: one limit",
    `${statuses.length - refused} tries judged, ${refused} refused`,
    refused === 5,
  ]);

  const findings = await auditGems(product.kysely);
  const broken = findings.filter(({ violations }) => violations.length).length;
  rows.push(["the ledger in the end", `${findings.length} promises, ${broken} broken`, broken === 0]);

  const lines = rows.map(([what, seen, right]) => [what, seen, right ? "ok" : "WRONG"]);
  return {
    passed: rows.every(([, , right]) => right),
    text: aligned([["two web processes, two workers", "seen", ""], ...lines]).join("\n"),
  };
}
