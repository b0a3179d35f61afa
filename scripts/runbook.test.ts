import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createMetrics } from "../app/server/observability/metrics/metrics.server.ts";

const read = (file: string) => readFileSync(join(import.meta.dirname, "..", file), "utf8");
const rules = read("docs/operations/alerts.yml");
const alarms = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = ""]) => name);
const sections = [...read("docs/runbook.md").matchAll(/^## (\w+)$/gm)].map(([, name = ""]) => name);

test("every alarm has a section in the runbook, in the same order, and no section is of an alarm that is gone", () => {
  expect(alarms.length).toBeGreaterThan(15);
  expect(sections).toEqual(alarms);
});

test("every section says what the alarm means, what people see and what to do", () => {
  const texts = read("docs/runbook.md").split(/^## /m).slice(1);
  for (const text of texts) for (const part of ["*Means*", "*People see*", "*Do*"]) expect(text).toContain(part);
});

test("every metric an alarm asks for is one this product has", async () => {
  const { scrape } = createMetrics({
    backlog: () => Promise.reject(new Error("none")),
    pool: () => null,
  });
  const known = [...(await scrape()).text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = ""]) => name);
  const asked = [...rules.matchAll(/\b(?:photogem|process|nodejs)_\w+/g)].map(([name]) => name);
  const unknown = asked.filter((name) => !known.includes(name.replace(/_(bucket|sum|count)$/, "")));
  expect(asked.length).toBeGreaterThan(20);
  expect(unknown).toEqual([]);
});
