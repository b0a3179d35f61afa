import { defineConfig } from "vitest/config";

// Opening a PGlite takes 2 s of one core, many times that on a machine that is busy with something else.
const postgres = {
  globalSetup: "tests/database/throw-away-postgres.ts",
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Vitest's second is too short for an answer on a busy machine.
  expect: { poll: { timeout: 20_000 } },
};

// Unit tests sit beside their file; contracts run one suite per port on every adapter; database tests run on PGlite
// and on a throw-away PostgreSQL.
export default defineConfig({
  test: {
    // CI's machine has two cores, of which Vitest would leave one alone; the database tests mostly wait.
    maxWorkers: 3,
    reporters: ["default", ["json", { outputFile: "node_modules/.cache/test-counts/vitest.json" }]],
    projects: [
      // No test is about speed: on a busy machine the engine's take several times what they do on a quiet one.
      {
        test: {
          name: "unit",
          include: [
            "app/**/*.test.{ts,tsx}",
            "{art,bin,build-steps,perf,tests/resilience}/**/*.test.ts",
            "tests/deployment/*.test.ts",
            "tests/journeys/**/*.test.ts",
          ],
          testTimeout: 30_000,
        },
      },
      { test: { name: "boundaries", include: ["tests/boundaries/**/*.test.ts"], testTimeout: 30_000 } },
      { test: { name: "contracts", include: ["tests/contracts/**/*.test.ts"], ...postgres } },
      { test: { name: "database", include: ["tests/database/**/*.test.ts"], ...postgres } },
    ],
  },
});
