import type { Observation } from "../../app/server/observability/observation.ts";

/** What happens is counted by nobody. */
export const unobserved: Pick<Observation, "noted"> = { noted: () => {} };
