import type { z } from "zod";
import type { Recipe } from "../transformations/image-generator.ts";

/** What the server knows of a tool beside its pages. */
export interface ToolRules {
  /**
   * The whole recipe, made of a form's flat answers and checked again before a gem is held: whatever is unknown,
   * missing or contradicts another answer is refused.
   */
  recipe: z.ZodType<Recipe>;
  /**
   * What a generative model is told: a pure function of the recipe.
   * @throws for a recipe that no rule of this tool lets in.
   */
  prompt: (recipe: Recipe) => string;
}

/**
 * A tool's rules. `kept` is what rows may hold beside what a form may send; recipes come back from their rows as they
 * went in, so reading them again by the same rules gives them their types.
 */
export function rulesOf<Kept extends Recipe>(
  recipe: z.ZodType<Recipe>,
  kept: z.ZodType<Kept>,
  prompt: (recipe: Kept) => string,
): ToolRules {
  return { recipe, prompt: (stored) => prompt(kept.parse(stored)) };
}
