import { openAsBlob } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { photoFixtures } from "../../fixtures/photo-fixtures.ts";
import { type Account, newAccount, newVisitor, type Visitor } from "../product/visitor.ts";
import type { SeededRandom } from "../seeded-random.ts";
import type { KilledProduct } from "./killed-product.ts";

const requestsAtOnce = 2;
/** Long enough to hit any stage of a transformation: sending, waiting, generating, storing, answering. */
const longestDelayMs = 1_500;

/** One kill -9. */
export interface Kill {
  target: string;
  /** The kill follows this number of requested transformations … */
  afterAsked: number;
  /** … after this delay in milliseconds. */
  laterMs: number;
}

/** Spreads the kills over the whole run, in order. */
export function planKills(
  random: SeededRandom,
  { count, kills, targets }: { count: number; kills: number; targets: readonly [string, ...string[]] },
): Kill[] {
  return Array.from({ length: kills }, (_, index) => ({
    // Hits each target, even with few kills.
    target: targets[index] ?? random.pick(targets),
    afterAsked: 1 + Math.floor(((index + random.next()) * (count - 1)) / kills),
    laterMs: random.below(longestDelayMs),
  })).sort((a, b) => a.afterAsked - b.afterAsked || a.laterMs - b.laterMs);
}

/**
 * Members request `count` transformations while processes are killed as planned and restarted, as by a supervisor.
 * Returns when every request has a final answer or has timed out.
 */
export async function runKills(
  product: KilledProduct,
  random: SeededRandom,
  { members, count, kills }: { members: number; count: number; kills: readonly Kill[] },
): Promise<Asked[]> {
  const { url, processes, atRest } = product;
  const accounts = await atRest((kysely) =>
    Promise.all(Array.from({ length: members }, () => newAccount(kysely, count))),
  );
  const photo = await openAsBlob((await photoFixtures()).snapshot, { type: "image/jpeg" });
  const keys = Array.from({ length: count }, (_, number) => `request-${number}-${random.below(2 ** 31)}`);
  await Promise.all(Object.values(processes).map((one) => one.start()));
  const asked: Asked[] = [];
  let sent = 0;
  const asking = accounts.map(async (account) => {
    const visitor = newVisitor(url);
    await visitor.signIn(account);
    const askOneByOne = async () => {
      for (let number = (sent += 1); number <= count; number = sent += 1)
        asked.push(await askUntilEnded({ number, account, visitor }, photo, keys[number - 1] ?? ""));
    };
    await Promise.all(Array.from({ length: requestsAtOnce }, askOneByOne));
  });
  const killing = async () => {
    const starting = new Map<string, Promise<unknown>>();
    for (const { target, afterAsked, laterMs } of kills) {
      const killed = processes[target];
      if (!killed) throw new Error(`there is no ${target}`);
      while (sent < afterAsked) await pause(10);
      await pause(laterMs);
      await killed.kill();
      // Not awaited: the next kill may hit the process while it starts.
      const start = killed.start().catch((error: unknown) => {
        if (!String(error).includes("SIGKILL")) throw error;
      });
      starting.set(target, start);
    }
    await Promise.all(starting.values());
  };
  await Promise.all([...asking, killing()]);
  return asked;
}

/** One transformation from its member's point of view. */
export interface Asked {
  number: number;
  account: Account;
  visitor: Visitor;
  /** Number of requests: one, and another after each missing or early answer. */
  sent: number;
  ended: "completed" | "failed" | "never";
  /** Address of the picture. */
  picture?: string;
}

/** The description that identifies a request in its row and in the prompt. */
export const wordsOf = (number: number) => `photo number ${number} of all`;

/** Longer than a job whose every attempt is lost. */
const patienceMs = 300_000;

/**
 * Requests a transformation with one idempotency key, repeatedly until the answer is final, like a client that loses
 * its connection.
 */
async function askUntilEnded(
  asking: Pick<Asked, "number" | "account" | "visitor">,
  photo: Blob,
  key: string,
): Promise<Asked> {
  const asked: Asked = { ...asking, sent: 0, ended: "never" };
  const until = performance.now() + patienceMs;
  while (asked.ended === "never" && performance.now() < until) {
    asked.sent += 1;
    const answer = await sendOnce(asked, photo, key).catch(() => null);
    if (answer === null) await pause(100);
    else if (answer.ended === "never") await pause(500);
    else Object.assign(asked, answer);
  }
  return asked;
}

/** @throws when the connection breaks. */
async function sendOnce({ number, account, visitor }: Asked, photo: Blob, key: string): Promise<Partial<Asked>> {
  const answer = await visitor.generate(account, photo, wordsOf(number), key);
  const body = (await answer.json()) as { images?: { enhanced_url: string }[]; details?: string };
  const picture = body.images?.[0]?.enhanced_url;
  if (answer.status === 200 && picture) return { ended: "completed", picture };
  // Every other answer means "not yet", or is an error that the rows will show.
  return { ended: body.details === "Your gem was returned." ? "failed" : "never" };
}
