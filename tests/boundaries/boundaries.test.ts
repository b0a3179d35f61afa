import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { cruise, type ICruiseResult } from "dependency-cruiser";
import extractDepcruiseConfig from "dependency-cruiser/config-utl/extract-depcruise-config";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allowedTrees, violatingTrees, type Tree } from "./trees.ts";

const root = join(import.meta.dirname, "../..");
const { forbidden = [], options } = await extractDepcruiseConfig(join(root, ".dependency-cruiser.cjs"));

let folder: string;
beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), "boundaries-"))));
afterAll(() => rmSync(folder, { recursive: true }));

/** The rules that a tree of files breaks, as the configuration of the house judges it. */
async function brokenRules(tree: Tree): Promise<string[]> {
  const baseDir = mkdtempSync(join(folder, "tree-"));
  symlinkSync(join(root, "node_modules"), join(baseDir, "node_modules"));
  for (const [path, source] of Object.entries(tree)) {
    mkdirSync(dirname(join(baseDir, path)), { recursive: true });
    writeFileSync(join(baseDir, path), source);
  }
  const { output } = await cruise(
    ["app"],
    { ...options, baseDir, validate: true, ruleSet: { forbidden } },
    options?.enhancedResolveOptions,
  );
  const { violations } = (output as ICruiseResult).summary;
  return violations.map((violation) => violation.rule.name);
}

describe("dependency rules report violations", () => {
  test.each(violatingTrees)("$rule: $crossing", async ({ rule, tree }) => {
    expect([...new Set(await brokenRules(tree))]).toEqual([rule]);
  });

  test("includes a violating tree for every rule", () => {
    const rules = forbidden.map((rule) => rule.name ?? "");
    expect([...new Set(violatingTrees.map(({ rule }) => rule))].sort()).toEqual(rules.sort());
  });
});

describe("dependency rules accept the architecture", () => {
  test.each(allowedTrees)("$allowed", async ({ tree }) => {
    expect(await brokenRules(tree)).toEqual([]);
  });
});
