import { openAsBlob } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { newAccount, newVisitor } from "../product/visitor.ts";
import type { SeededRandom } from "../seeded-random.ts";
import { type Asked, askUntilEnded } from "./request-until-ended.ts";
import type { KilledProduct } from "./killed-product.ts";

export interface KillRun {
  asked: Asked[];
  seconds: number;
}

const requestsAtOnce = 2;

/**
 * Members ask for `count` transformations while processes are killed as planned and started again, as a supervisor
 * does. Returns when every request has an answer that says how it ended.
 */
export async function runKills(
  product: KilledProduct,
  random: SeededRandom,
  { members, count, kills, waits }: { members: number; count: number; kills: readonly Kill[]; waits: boolean },
): Promise<KillRun> {
  const { url, processes, atRest } = product;
  const accounts = await atRest(async (kysely) => {
    const made = [];
    while (made.length < members) made.push(await newAccount(kysely, count));
    return made;
  });
  const photo = await openAsBlob((await photoFixtures()).snapshot, { type: "image/jpeg" });
  const keys = Array.from({ length: count }, (_, number) => `request-${number}-${random.below(2 ** 31)}`);
  await Promise.all(Object.values(processes).map((one) => one.start()));
  const started = performance.now();
  const asked: Asked[] = [];
  let sent = 0;
  const askOneByOne = async (account: (typeof accounts)[number]) => {
    const visitor = newVisitor(url);
    await visitor.signIn(account);
    const requester = async () => {
      for (let number = (sent += 1); number <= count; number = sent += 1)
        asked.push(await askUntilEnded({ number, account, visitor }, photo, keys[number - 1] ?? ""));
    };
    await Promise.all(Array.from({ length: requestsAtOnce }, requester));
  };
  const killing = kill(product, kills, () => sent, waits);
  const asking = Promise.all(accounts.map(askOneByOne));
  await Promise.all([killing, asking]);
  return { asked, seconds: (performance.now() - started) / 1000 };
}

async function kill(
  { processes, missKilled }: KilledProduct,
  kills: readonly Kill[],
  sent: () => number,
  waits: boolean,
) {
  const starting = new Map<string, Promise<unknown>>();
  for (const { target, afterAsked, laterMs } of kills) {
    const killed = processes[target];
    if (!killed) throw new Error(`there is no ${target}`);
    while (sent() < afterAsked) await pause(10);
    await pause(laterMs);
    await killed.kill();
    if (!waits && killed.role === "worker") await missKilled();
    // Not awaited: the next kill may hit the process while it starts.
    starting.set(target, killed.start().catch(ignoreWhenKilled));
  }
  await Promise.all(starting.values());
}

function ignoreWhenKilled(error: unknown) {
  if (!String(error).includes("SIGKILL")) throw error;
}

/** One kill -9. */
export interface Kill {
  target: string;
  /** It comes when this many transformations have been asked for … */
  afterAsked: number;
  /** … and this much later. Milliseconds. */
  laterMs: number;
}

/** Long enough to hit any stage of a transformation: sending, waiting, generating, storing, answering. */
const longestDelayMs = 1_500;

/** Kills spread over the whole of the work, in their order. */
export function planKills(
  random: SeededRandom,
  { asked, kills, targets }: { asked: number; kills: number; targets: readonly [string, ...string[]] },
): Kill[] {
  return Array.from({ length: kills }, (_, index) => ({
    // Each target is hit, however few there are.
    target: index < targets.length ? (targets[index] ?? targets[0]) : random.pick(targets),
    afterAsked: 1 + Math.floor(((index + random.next()) * (asked - 1)) / kills),
    laterMs: random.below(longestDelayMs),
  })).sort((a, b) => a.afterAsked - b.afterAsked || a.laterMs - b.laterMs);
}
