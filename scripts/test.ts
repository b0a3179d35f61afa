/** `npm test`: what CI runs. Everything of `npm run check`, then the build and the journeys in a real browser. */
import { requireChromium } from "./checks/require-chromium.ts";
import { runSteps } from "./checks/run-steps.ts";
import { testSteps } from "./checks/steps.ts";

try {
  // First, so that nobody waits for minutes to read that the browser is missing.
  requireChromium();
  process.exitCode = (await runSteps(testSteps)) ? 0 : 1;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
