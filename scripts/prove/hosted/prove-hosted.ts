import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgresCluster } from "../../../tests/database/postgres-cluster.ts";
import { project } from "../../measure/servers/project.ts";
import type { Proof, ProofRun } from "../proof.ts";
import { seededRandom } from "../seeded-random.ts";
import { journeysIn, tableOf } from "./journeys-report.ts";

/**
 * Runs the journeys with the product on hosted services: a web process, a worker and the release command on a database
 * as Supabase makes it, with local servers for Supabase Auth, Cloudinary, Gemini, Paystack and SMTP, given by environment
 * variables alone. Each product fails its journeys in the end if a process of it has loaded an embedded part. A sample
 * is one journey that spends, and one of the others.
 */
export const proveHosted: Proof = async (run) => {
  const given = process.env["TEST_DATABASE_URL"];
  const cluster = given ? null : await startPostgresCluster();
  if (cluster) run.closing.add(cluster.stop);
  const server = given ?? cluster?.url;
  if (!server) return { passed: true, text: "SKIPPED: no PostgreSQL (Debian: apt-get install postgresql)" };
  const folder = await mkdtemp(join(tmpdir(), "photogem-hosted-proof-"));
  run.closing.add(() => rm(folder, { recursive: true, force: true }));
  const report = join(folder, "report.json");
  const chosen = run.sample ? sampleOf(run.seed) : [];
  const { code, said } = await playwright(run, ["test", ...chosen], {
    HOSTED: "1",
    TEST_DATABASE_URL: server,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    NO_COLOR: "1",
  });
  const journeys = journeysIn(JSON.parse(await readFile(report, "utf8").catch(() => "{}")));
  const passed = code === 0 && journeys.some(({ outcome }) => outcome === "passed");
  const heading = chosen.length ? `sample: ${chosen.slice(0, -1).join(", ")}` : "every journey";
  return { passed, text: `${heading}\n${tableOf(journeys)}${passed ? "" : `\n${said.slice(-6_000)}`}` };
};

/** The whole way from signing up to a picture, and one short walk more. */
function sampleOf(seed: number): string[] {
  const others = [
    "buying-gems.both.spec.ts:3",
    "accounts.both.spec.ts",
    "failed-transformation.both.spec.ts",
    "leaving.both.spec.ts",
    "support.both.spec.ts",
  ] as const;
  return ["first-photo.both.spec.ts", seededRandom(seed).pick(others), "--project=with JavaScript"];
}

function playwright(
  run: ProofRun,
  args: string[],
  settings: Record<string, string>,
): Promise<{ code: number | null; said: string }> {
  const env = { ...process.env, ...settings };
  const file = join(project, "node_modules/@playwright/test/cli.js");
  const child = spawn(process.execPath, [file, ...args, `--workers=${run.sample ? 1 : 2}`], { cwd: project, env });
  run.closing.add(() => child.kill("SIGINT"));
  let said = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
      if (!run.sample) process.stdout.write(text);
    });
  }
  return new Promise((resolve) => child.once("exit", (code) => resolve({ code, said })));
}
