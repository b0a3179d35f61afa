import type { GenerationOutcome, ImageGenerator, Recipe } from "../transformations/image-generator.ts";

export interface ResultJudge {
  /** Null when the result is fine or cannot be checked. Never rejects. */
  problemWith(made: MadeResult, signal: AbortSignal): Promise<"face-lost" | "unclear" | null>;
  close(): Promise<void>;
}

interface MadeResult {
  recipe: Recipe;
  photo: Uint8Array;
  result: Uint8Array;
}

const tries = 2;

/** Checks results before delivery. A lost face causes one more attempt within the same paid job, then a failure. */
export function withResultCheck(
  generator: ImageGenerator,
  judge: ResultJudge,
  log: { warn(details: Record<string, unknown>, message: string): void },
): ImageGenerator {
  return {
    name: generator.name,
    model: generator.model,
    refuses: (recipe) => generator.refuses(recipe),

    async generate(request): Promise<GenerationOutcome> {
      const { recipe, image: photo, signal } = request;
      const onProgress = onlyForward(request.onProgress);
      for (let attempt = 1; ; attempt += 1) {
        const outcome = await generator.generate({ ...request, onProgress });
        if (!outcome.ok) return outcome;
        const problem = await judge.problemWith({ recipe, photo, result: outcome.image }, signal);
        if (signal.aborted) return { ok: false, problem: "failed", detail: "aborted" };
        if (!problem) return outcome;
        log.warn({ problem, attempt, tool: recipe.tool }, "a result was not delivered");
        if (attempt === tries) return { ok: false, problem, detail: `${tries} results, each with a face missing` };
      }
    },

    async close() {
      await generator.close();
      await judge.close();
    },
  };
}

function onlyForward(report: (share: number) => void): (share: number) => void {
  let furthest = -1;
  return (share) => {
    if (share <= furthest) return;
    furthest = share;
    report(share);
  };
}
