import type { GenerationOutcome, ImageGenerator, Recipe } from "../transformations/image-generator.ts";

/** Looks whether a result may be delivered. */
export interface ResultJudge {
  /** What is wrong with a result; null when nothing is, or when that cannot be found out. Never rejects. */
  problemWith(made: MadeResult, signal: AbortSignal): Promise<"face-lost" | "unclear" | null>;
  close(): Promise<void>;
}

interface MadeResult {
  recipe: Recipe;
  photo: Uint8Array;
  result: Uint8Array;
}

/** How often a picture is asked for before the gem goes back: each time costs what a picture costs. */
const tries = 2;

/**
 * An image generator whose results are judged before they are delivered. A result from which a face disappeared is
 * asked for once more within the same job, so the member pays once; then it is a problem like any other.
 */
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

/** A second try begins anew; who watches the progress is not told that it went back. */
function onlyForward(tell: (share: number) => void): (share: number) => void {
  let furthest = -1;
  return (share) => {
    if (share <= furthest) return;
    furthest = share;
    tell(share);
  };
}
