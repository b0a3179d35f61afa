import type { Observer } from "../../server/observability/observe.server.ts";
import { RetryLater, type RunOutcome } from "./run-transformation.server.ts";

export function observedJob(
  observer: Observer,
  { transformationId, waited }: { transformationId: string; /** Seconds. */ waited: number },
  run: () => Promise<RunOutcome>,
): Promise<void> {
  const job = { id: transformationId, kind: "job", method: "run", route: "transformations" } as const;
  return observer.begin(job, async (running) => {
    let outcome: string = "crashed";
    try {
      outcome = await run();
    } catch (error) {
      if (error instanceof RetryLater) outcome = "retried";
      throw error;
    } finally {
      const ran = (performance.now() - running.started) / 1000;
      observer.noted({ what: "job", outcome, waited: Math.max(0, waited), ran });
      observer.end(running, outcome === "crashed" ? 500 : 200);
    }
  });
}
