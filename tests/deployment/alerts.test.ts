import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { createMetrics } from "../../app/server/observability/metrics/metrics.server.ts";

const project = join(import.meta.dirname, "../..");
const operations = join(project, "docs/operations");
const read = (file: string) => readFileSync(join(project, file), "utf8");
const [alarms, scrapes, deployed] = ["docs/operations/alerts.yml", "docs/operations/prometheus.yml", "fly.toml"].map(
  read,
);

describe("monitoring of fly.toml", () => {
  /** `web` and `worker`, each with the memory of its machines in GB. */
  const machines = [
    ...(deployed ?? "").matchAll(/^\[\[vm]]\nprocesses = \["(\w+)"]\nsize = .*\nmemory = "(\d+)gb"$/gm),
  ];
  const port = /^METRICS_PORT = "(\d+)"$/m.exec(deployed ?? "")?.[1];

  test("scrapes every process group at its metrics port", () => {
    const app = /^app = "([\w-]+)"$/m.exec(deployed ?? "")?.[1];
    expect(machines.map(([, group]) => group)).toEqual(["web", "worker"]);
    for (const [, group] of machines) {
      expect(scrapes).toContain(`${group}.process.${app}.internal`);
      expect(alarms).toContain(`absent(up{job="photogem",group="${group}"})`);
    }
    expect(scrapes).toMatch(new RegExp(`type: AAAA\\n +port: ${port}\\n`));
    expect(deployed).toMatch(new RegExp(`\\[\\[metrics]]\\nport = ${port}\\n`));
  });

  test.each(["fly.toml", "docs/operations/fly.toml"])("restarts every process of %s whenever it ends", (file) => {
    const processes = /^\[processes]\n((?:\w+ = .+\n)+)/m.exec(read(file))?.[1] ?? "";
    const groups = [...processes.matchAll(/^(\w+) = /gm)].map(([, group]) => group);
    const restarted = /^\[\[restart]]\npolicy = "always"\nprocesses = \[(.+)]$/m.exec(read(file))?.[1];
    expect(groups).toHaveLength(2);
    expect(restarted).toBe(groups.map((group) => `"${group}"`).join(", "));
  });

  // Without `processes` such a section belongs to one group (flyctl, internal/appconfig/processgroups.go).
  test.each(["fly.toml", "docs/operations/fly.toml"])(
    "names existing groups in each section of %s that takes them",
    (file) => {
      const [head = "", ...sections] = read(file).split(/^(?=\[)/m);
      expect(head).not.toMatch(/^processes/m);
      const groups: readonly string[] =
        sections.find((section) => section.startsWith("[processes]"))?.match(/^\w+(?= = )/gm) ?? [];
      const taking = /^\[(\[(restart|metrics|files|mounts|services)]|http_service]|checks\.\w+])/;
      const named = sections.filter((section) => taking.test(section));
      expect(named.length).toBeGreaterThan(2);
      const isNamed = (section: string) => {
        const names = [...(/^processes = \[(.+)]$/m.exec(section)?.[1] ?? "").matchAll(/"(\w+)"/g)];
        return names.length > 0 && names.every(([, name = ""]) => groups.includes(name));
      };
      expect(named.filter((section) => !isNamed(section))).toEqual([]);
    },
  );

  test("alerts on memory at a share below 80 % of each group's memory", () => {
    const limits = [...(alarms ?? "").matchAll(/resident_memory_bytes\{group="(\w+)"} > (0\.\d) \* (\d) \* 2\^30/g)];
    expect(limits.map(([, group, , gigabytes]) => [group, gigabytes])).toEqual(machines.map(([, ...rest]) => rest));
    for (const [, , share] of limits) expect(Number(share)).toBeLessThan(0.8);
  });
});

test("uses only metrics in the alerts that the product exports", async () => {
  const { scrape } = createMetrics({ backlog: () => Promise.reject(new Error("none")), pool: () => null });
  const exported = [...(await scrape()).text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name);
  const asked = [...(alarms ?? "").matchAll(/\b(?:photogem|process|nodejs)_\w+/g)].map(([name]) => name);
  expect(asked.length).toBeGreaterThan(20);
  expect(asked.filter((name) => !exported.includes(name.replace(/_(bucket|sum|count)$/, "")))).toEqual([]);
});

const [promtool, amtool] = await Promise.all([installed("promtool"), installed("amtool")]);
const meta = { skipped: "no promtool or amtool (Debian: apt-get install prometheus prometheus-alertmanager)" };

// In ms: promtool takes 10 s on a busy machine.
describe("files of docs/operations", { meta, timeout: 120_000 }, () => {
  const run = (tool: string, ...words: string[]) => promisify(execFile)(tool, words, { cwd: operations });

  test.skipIf(!promtool)("pass promtool's rule tests", async () => {
    expect((await run("promtool", "check", "rules", "alerts.yml")).stdout).toContain("SUCCESS");
    expect((await run("promtool", "test", "rules", "alerts.test.yml")).stdout).toContain("SUCCESS");
  });

  test.skipIf(!promtool)("contain a prometheus.yml that promtool accepts", async () => {
    expect((await run("promtool", "check", "config", "prometheus.yml")).stdout).toContain("SUCCESS");
  });

  test.skipIf(!amtool)("contain an Alertmanager configuration that routes pages to the person on duty", async () => {
    expect((await run("amtool", "check-config", "alertmanager.yml")).stdout).toContain("SUCCESS");
    const receiverOf = async (severity: string) =>
      (await run("amtool", "config", "routes", "test", "--config.file=alertmanager.yml", `severity=${severity}`))
        .stdout;
    expect((await receiverOf("page")).trim()).toBe("on-duty");
    expect((await receiverOf("ticket")).trim()).toBe("tickets");
  });
});

function installed(tool: string): Promise<boolean> {
  return promisify(execFile)(tool, ["--version"]).then(
    () => true,
    () => false,
  );
}
