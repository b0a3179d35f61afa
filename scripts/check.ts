/** `npm run check`: everything CI checks, without the build and the journeys. */
import { runSteps } from "./checks/run-steps.ts";
import { checkSteps } from "./checks/steps.ts";

process.exitCode = (await runSteps(checkSteps)) ? 0 : 1;
