import { defineConfig } from "vitest/config";

// Opening PGlite takes 2 s of one core, and many times longer on a busy machine.
const postgres = {
  globalSetup: "tests/database/throw-away-postgres.ts",
  testTimeout: 60_000,
  hookTimeout: 120_000,
  // Vitest's default of one second is too short on a busy machine.
  expect: { poll: { timeout: 20_000 } },
};

// Unit tests sit beside their file; contracts run one suite per port on every adapter; database tests run on PGlite
// and on a throw-away PostgreSQL.
export default defineConfig({
  test: {
    // Vitest would leave one of CI's two cores unused, although the database tests mostly wait.
    maxWorkers: 3,
    reporters: ["default", ["json", { outputFile: "node_modules/.cache/test-counts/vitest.json" }]],
    projects: [
      // No test measures speed: on a busy machine the engine's tests take several times longer.
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
