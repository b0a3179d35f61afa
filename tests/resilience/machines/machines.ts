import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { createSupabaseDatabase } from "../../../tests/servers/supabase-database.ts";
import { aligned } from "../../../perf/table.ts";
import { project } from "../../../perf/servers/product.ts";
import type { ProofResult, ProofRun } from "../resilience-test.ts";
import { checks, openSeveralMachines, type SeveralMachines } from "./checks.ts";

export async function proveMachines({ sample, closing }: ProofRun): Promise<ProofResult> {
  const machines = await openSeveralMachines(closing);
  const rows: string[][] = [];
  let passed = true;
  const asked = [
    ...checks,
    { what: "two release commands at once on an empty database: both end well", run: migrateTwice },
  ];
  for (const { what, run } of asked.filter((check) => !sample || !("long" in check))) {
    const { seen, right } = await run(machines);
    passed &&= right;
    rows.push([what, seen, right ? "ok" : "WRONG"]);
  }
  return { passed, text: aligned([["two web processes, two workers", "seen", ""], ...rows], []).join("\n") };
}

async function migrateTwice({ product }: SeveralMachines) {
  const empty = await createSupabaseDatabase(product.services.database.superuserUrl);
  try {
    const env = { ...process.env, ...product.environment, DATABASE_URL: empty.url };
    const release = () =>
      promisify(execFile)(process.execPath, [join(project, "app/server/database/migrate.ts")], { env, cwd: project });
    const ended = await Promise.allSettled([release(), release()]);
    const well = ended.filter(({ status }) => status === "fulfilled").length;
    return { seen: `${well} of 2 ended well`, right: well === 2 };
  } finally {
    await empty.drop();
  }
}
