import type { Observation } from "../../app/server/observability/observation.ts";

export const unobserved: Pick<Observation, "noted"> = { noted: () => {} };
