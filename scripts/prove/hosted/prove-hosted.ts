import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startPostgresCluster } from "../../../tests/database/postgres-cluster.ts";
import { project } from "../../measure/servers/project.ts";
import type { Proof, ProofRun } from "../proof.ts";
import { seededRandom } from "../seeded-random.ts";
import { readReport, tableOf } from "./journeys-report.ts";
import { readProducts } from "./products-journal.ts";

/**
 * Runs the journeys with the product on hosted services: a web process, a worker and the release command on a database
 * as Supabase makes it, with local servers for Supabase Auth, Cloudinary, Gemini, Paystack and SMTP, given by environment
 * variables alone. It fails when a journey failed or was not run without a reason, when a process of a product loaded an
 * embedded part, and when it is not known of a product what its processes loaded. What passed only when it was tried again
 * is named, and fails the whole run. A sample is one journey that spends, and one of the others.
 */
export const proveHosted: Proof = async (run) => {
  const given = process.env["TEST_DATABASE_URL"];
  const cluster = given ? null : await startPostgresCluster();
  if (cluster) run.closing.add(cluster.stop);
  const server = given ?? cluster?.url;
  if (!server) return { passed: run.sample, text: "SKIPPED: no PostgreSQL (Debian: apt-get install postgresql)" };
  const folder = await mkdtemp(join(tmpdir(), "photogem-hosted-proof-"));
  run.closing.add(() => rm(folder, { recursive: true, force: true }));
  const [reportFile, productsFile] = [join(folder, "report.json"), join(folder, "products")];
  const chosen = run.sample ? sampleOf(run.seed) : ["--retries=1", "--forbid-only"];
  const { code, said } = await playwright(run, ["test", ...chosen], {
    HOSTED: "1",
    HOSTED_PRODUCTS_FILE: productsFile,
    TEST_DATABASE_URL: server,
    PLAYWRIGHT_JSON_OUTPUT_FILE: reportFile,
    NO_COLOR: "1",
  });
  const report = readReport(JSON.parse(await readFile(reportFile, "utf8").catch(() => "{}")));
  const products = readProducts(await readFile(productsFile, "utf8").catch(() => ""));
  const outcomes = new Set(report.journeys.map(({ outcome }) => outcome));
  const wrong = (["failed", "not run", ...(run.sample ? [] : ["flaky" as const])] as const).some((each) =>
    outcomes.has(each),
  );
  const passed = code === 0 && outcomes.has("passed") && !wrong && report.errors.length === 0 && products.passed;
  const heading = run.sample ? `sample: ${chosen.slice(0, -1).join(", ")}` : "every journey";
  const text = [heading, tableOf(report), products.text, ...(passed ? [] : [said.slice(-6_000)])].join("\n");
  return { passed, text };
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
