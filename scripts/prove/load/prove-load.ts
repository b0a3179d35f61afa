import { openAsBlob } from "node:fs";
import { photoFixtures } from "../../../tests/fixtures/photo-fixtures.ts";
import { startChild } from "../../bench-webhooks/child.ts";
import type { Delivered, WebhookPlan } from "../../bench-webhooks/plans.ts";
import { writePurchases } from "../../bench-webhooks/purchases.ts";
import { aligned } from "../../measure/aligned.ts";
import { runLoad } from "../../measure/load/load.ts";
import { buildBare, startBare } from "../../measure/servers/bare.ts";
import { percentile } from "../../measure/statistics.ts";
import { newAccount } from "../product/new-account.ts";
import { newVisitor } from "../product/visitor.ts";
import type { ProofResult, ProofRun } from "../proof.ts";
import { addQueuedJobs, openLoadedProduct } from "./loaded-product.ts";

const rounds = 2;
const secondsEach = 3;
const connections = 8;
const queuedJobs = 200;
/** More than can be delivered in the time. */
const webhooks = 600;

interface Measured {
  count: number;
  seconds: number;
  ms: number[];
}

/**
 * As much as 8 connections get of landing page, gallery and webhook, and of both pages while 200 jobs wait and two are
 * worked on; beside React Router's default template, turn by turn, so that the machine's noise meets all.
 */
export async function proveLoad({ closing }: ProofRun): Promise<ProofResult> {
  const product = await openLoadedProduct(closing);
  buildBare();
  const bare = await startBare();
  closing.add(bare.stop);
  const account = await newAccount(product.kysely, 2 + queuedJobs);
  const visitor = newVisitor(product.url);
  await visitor.signIn(account);
  const photo = await openAsBlob((await photoFixtures()).snapshot, { type: "image/jpeg" });
  const cookie = visitor.cookies();
  const get = async (url: string, headers: Record<string, string> = {}): Promise<Measured> => {
    const { samples, seconds } = await runLoad({ url, seconds: secondsEach, pace: { connections }, headers });
    return { count: samples.length, seconds, ms: samples.map(({ ms }) => ms) };
  };
  const deliver = async (): Promise<Measured> => {
    const references = await writePurchases(product.kysely, webhooks);
    const { secretKey } = product.services.paystack;
    const plan: WebhookPlan = {
      url: `${product.url}/api/paystack/webhook`,
      secretKey,
      references,
      connections,
      seconds: secondsEach,
    };
    const sent = await startChild<Delivered>(new URL("../../bench-webhooks/webhook-process.ts", import.meta.url), plan)
      .said;
    return { count: sent.ms.length, seconds: sent.seconds, ms: sent.ms };
  };
  const kinds: { what: string; run: () => Promise<Measured> }[] = [
    { what: "default template, its page", run: () => get(`${bare.url}/`) },
    { what: "landing page", run: () => get(`${product.url}/`) },
    { what: "gallery of a member", run: () => get(`${product.url}/gallery`, { Cookie: cookie }) },
    { what: "payment webhook", run: deliver },
  ];
  const rows: string[][] = [];
  const measure = async (measured: typeof kinds) => {
    const all = measured.map(() => ({ runs: [] as Measured[], late: [] as number[], resident: 0 }));
    for (let round = 0; round <= rounds; round += 1) {
      for (const [index, { run }] of measured.entries()) {
        await product.web.read(false);
        const result = await run();
        const { lateP99, resident } = await product.web.read(false);
        // The first round warms up.
        if (round === 0) continue;
        all[index]?.runs.push(result);
        all[index]?.late.push(lateP99);
        Object.assign(all[index] ?? {}, { resident });
      }
    }
    for (const [index, { what }] of measured.entries()) rows.push(rowOf(what, all[index]));
  };
  await measure(kinds);
  await addQueuedJobs(product, { account, visitor, photo, count: queuedJobs });
  await measure(kinds.slice(0, 3).map(({ what, run }) => ({ what: `${what}, ${queuedJobs} jobs queued`, run })));
  const waiting = await product.waiting();
  const headings = ["", "per s", "p50 ms", "p99 ms", "late p99 ms", "resident MB"];
  const text = [
    `${connections} connections, ${rounds} × ${secondsEach} s each, turn by turn`,
    ...aligned([headings, ...rows], [1, 2, 3, 4, 5]),
    `${waiting} jobs still waited in the end.`,
  ];
  return { passed: waiting > 0, text: text.join("\n") };
}

function rowOf(what: string, all: { runs: Measured[]; late: number[]; resident: number } | undefined): string[] {
  const { runs = [], late = [], resident = 0 } = all ?? {};
  const [count, seconds] = [
    runs.reduce((sum, run) => sum + run.count, 0),
    runs.reduce((sum, run) => sum + run.seconds, 0),
  ];
  const ms = runs.flatMap((run) => run.ms);
  const own = !what.startsWith("default");
  return [
    what,
    (count / seconds).toFixed(0),
    percentile(ms, 50).toFixed(1),
    percentile(ms, 99).toFixed(1),
    own ? Math.max(...late).toFixed(0) : "",
    own ? (resident / 1e6).toFixed(0) : "",
  ];
}
