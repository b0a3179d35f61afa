import { aligned, sum } from "../../../perf/report.ts";
import type { ProofResult, ProofRun } from "../resilience.ts";
import { seededRandom } from "../seeded-random.ts";
import { type KilledProduct, openEmbedded, openOnPostgres } from "./killed-product.ts";
import { type Asked, planKills, runKills, wordsOf } from "./run-kills.ts";
import { type Kysely, sql } from "kysely";
import type { DB } from "../../../app/server/database/types.ts";
import type { GeminiServer } from "../../servers/gemini/gemini-server.ts";
import { accountOf } from "../../database/members.ts";
import { auditGems } from "../../../app/gems/audit/audit-gems.server.ts";

const sizes = { full: { members: 4, count: 100, kills: 30 }, sample: { members: 1, count: 4, kills: 2 } } as const;
const columns = "killed,asked,sent,completed,failed,tried again,paid model calls,lost,wrong,seconds".split(",");

/**
 * Runs transformations while kill -9 hits the web process and the worker, or the single process, at random moments.
 * Each must end as its member read: completed with a readable picture, or failed with its gem returned. The ledger's
 * promises must hold.
 */
export async function proveKill({ seed, sample, closing }: ProofRun): Promise<ProofResult> {
  const { members, count, kills } = sizes[sample ? "sample" : "full"];
  const rows: string[][] = [];
  const problems: string[] = [];
  for (const open of [openOnPostgres, openEmbedded]) {
    const product = await open(closing);
    if (product) await proveOn(product);
    else console.log("SKIPPED: kill on PostgreSQL: no initdb on the PATH or in /usr/lib/postgresql/*/bin.");
  }
  const text = [
    `${count} transformations each, kill -9 at ${kills} random moments`,
    ...aligned([["", ...columns], ...rows], [...columns.keys()].slice(1)),
    ...problems,
  ];
  return { passed: problems.length === 0, text: text.join("\n") };

  async function proveOn(product: KilledProduct) {
    const { name, targets, processes, gemini, atRest } = product;
    const random = seededRandom(seed);
    const plan = planKills(random, { count, kills, targets });
    const started = performance.now();
    const asked = await runKills(product, random, { members, count, kills: plan });
    const seconds = (performance.now() - started) / 1000;
    const unreadable = await unreadablePictures(asked);
    for (const running of Object.values(processes)) await running.stop();
    const found = await atRest((kysely) => examine(kysely, gemini, asked));
    const { completed, failed, lost, wrong, unexplained } = found;
    const sent = sum(asked.map((one) => one.sent));
    rows.push([
      name,
      targets.map((target) => `${plan.filter((one) => one.target === target).length} × ${target}`).join(", "),
      ...[count, sent, completed, failed, found.triedAgain, found.paidCalls].map(String),
      ...[lost.length + unreadable.length, wrong.length, Math.round(seconds)].map(String),
    ]);
    const unasked = asked.length === count ? [] : [`${count - asked.length} were never asked for`];
    problems.push(...[...unasked, ...lost, ...unreadable, ...wrong, ...unexplained].map((one) => `${name}: ${one}`));
  }
}

/** Lists promised pictures that cannot be read. Needs the running product. */
async function unreadablePictures(asked: readonly Asked[]): Promise<string[]> {
  const unreadable: string[] = [];
  for (const { number, visitor, picture } of asked) {
    const fault = picture && (await visitor.pictureFault(picture));
    if (fault) unreadable.push(`unreadable: photo ${number}: ${picture} (${fault})`);
  }
  return unreadable;
}

/**
 * Compares the members' answers with the rows, the ledger and the model's bill. `lost`: requests whose transformation
 * is missing, not ended, or contradicts the member's answer. `unexplained`: more paid calls than the queue's tries.
 */
async function examine(kysely: Kysely<DB>, gemini: GeminiServer, asked: readonly Asked[]) {
  const rows = await sql<{ words: string; status: Asked["ended"]; tries: number }>`
    select t.recipe ->> 'wishes' as words, t.status::text as status, coalesce(j.retry_count, 0) + 1 as tries
    from public.transformations t
      left join pgboss.job j on j.name = 'transformations' and j.data ->> 'transformationId' = t.id::text`.execute(
    kysely,
  );
  const lost = asked.flatMap(({ number, ended }) => {
    const own = rows.rows.filter(({ words }) => words === wordsOf(number));
    if (own.length === 1 && own[0]?.status === ended) return [];
    return [
      `photo ${number}: the member read "${ended}", rows ${own.map(({ status }) => status).join(", ") || "none"}`,
    ];
  });
  const findings = await auditGems(kysely);
  const broken = findings
    .filter(({ violations }) => violations.length)
    .map(({ check, violations }) => `${check.invariant}: ${violations.join(", ")}`);
  const calls = gemini.requests.map(({ body }) => JSON.stringify(body));
  const unexplained = rows.rows.flatMap(({ words, tries }) => {
    const paid = calls.filter((body) => body.includes(words)).length;
    return paid > tries ? [`${words}: ${paid} calls in ${tries} tries`] : [];
  });
  return {
    completed: rows.rows.filter(({ status }) => status === "completed").length,
    failed: rows.rows.filter(({ status }) => status === "failed").length,
    lost,
    wrong: [...broken, ...(await wrongAccounts(kysely, asked))],
    triedAgain: rows.rows.reduce((sum, { tries }) => sum + tries - 1, 0),
    paidCalls: calls.length,
    unexplained,
  };
}

async function wrongAccounts(kysely: Kysely<DB>, asked: readonly Asked[]): Promise<string[]> {
  const accounts = new Set(asked.map(({ account }) => account));
  const wrong: string[] = [];
  for (const account of accounts) {
    const own = asked.filter((one) => one.account === account);
    const { coins } = await accountOf(kysely, account.id);
    const due = account.gems - own.filter(({ ended }) => ended === "completed").length;
    if (coins !== due) wrong.push(`a member has ${coins} gems where ${due} are left`);
    const photos = await kysely.selectFrom("photos").select("kind").where("user_id", "=", account.id).execute();
    const originals = photos.filter(({ kind }) => kind === "original").length;
    if (originals !== own.length) wrong.push(`a member's ${own.length} photos are stored as ${originals}`);
  }
  return wrong;
}
