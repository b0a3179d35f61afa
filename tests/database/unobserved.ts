import type { Observation } from "../../app/observability/observation.ts";

/** What happens is counted by nobody. */
export const unobserved: Pick<Observation, "noted"> = { noted: () => {} };
