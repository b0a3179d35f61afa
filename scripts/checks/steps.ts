/** One thing that is checked: commands run one after another, the first failing one fails the step. */
export interface Step {
  name: string;
  commands: string[][];
  /** Which JSON report its tests write, to be counted. */
  tests?: "vitest" | "playwright";
}

const vitest = (project: string) => ["vitest", "run", "--project", project];

/** Everything but the build and the journeys, quickest first: `npm run check`. */
export const checkSteps: Step[] = [
  { name: "format", commands: [["oxfmt", "--check"]] },
  { name: "lint", commands: [["oxlint", "--deny-warnings"]] },
  {
    name: "types",
    commands: [
      ["react-router", "typegen"],
      ["tsc", "--noEmit", "-p", "."],
    ],
  },
  { name: "database types", commands: [["node", "scripts/generate-database-types.ts", "--check"]] },
  {
    name: "boundaries",
    commands: [["depcruise", "--config", ".dependency-cruiser.cjs", "app"], vitest("boundaries")],
    tests: "vitest",
  },
  { name: "unused code", commands: [["knip"]] },
  { name: "known faults", commands: [["node", "scripts/audit-dependencies.ts"]] },
  { name: "unit tests", commands: [vitest("unit")], tests: "vitest" },
  { name: "contracts", commands: [vitest("contracts")], tests: "vitest" },
  { name: "database", commands: [vitest("database")], tests: "vitest" },
];

/** What CI runs: `npm test`. */
export const testSteps: Step[] = [
  ...checkSteps,
  {
    name: "build",
    commands: [
      ["react-router", "build"],
      ["node", "scripts/stamp-build.ts"],
    ],
  },
  { name: "proofs", commands: [["node", "scripts/prove/prove.ts", "--sample", "--seed", "7"]] },
  { name: "journeys", commands: [["playwright", "test"]], tests: "playwright" },
];
