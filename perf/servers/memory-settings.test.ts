import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { memorySettings, project } from "./product.ts";

test("bounds V8's young generation and glibc's arenas in the image and returns freed memory", () => {
  expect(memorySettings).toEqual({
    NODE_OPTIONS: expect.stringMatching(/^--max-semi-space-size=\d+$/),
    MALLOC_ARENA_MAX: "2",
    MALLOC_TRIM_THRESHOLD_: "131072",
  });
});

test("bounds the young generation in npm's commands as in the image", () => {
  const { scripts } = JSON.parse(readFileSync(join(project, "package.json"), "utf8")) as {
    scripts: Record<string, string>;
  };
  const flag = memorySettings["NODE_OPTIONS"];
  for (const name of ["start", "serve", "worker"]) expect(scripts[name]).toMatch(`node ${flag} `);
});

test("limits a full young generation to the bound on any machine", () => {
  const fill = `
    let kept = [];
    for (let index = 0; index < 3e6; index += 1) { kept.push({ index }); if (kept.length > 3e5) kept = []; }
    const space = require("node:v8").getHeapSpaceStatistics().find((one) => one.space_name === "new_space");
    console.log(space.space_size);`;
  const size = execFileSync(process.execPath, ["-e", fill], { env: memorySettings, encoding: "utf8" });
  // Two halves of 16 MiB.
  expect(Number(size)).toBeLessThanOrEqual(2 * 16 * 1024 * 1024 + 1024 * 1024);
});
