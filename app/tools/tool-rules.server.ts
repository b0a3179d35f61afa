import type { z } from "zod";
import type { Recipe } from "../transformations/image-generator.ts";
import type { Answers } from "./tool.ts";

/** Server-only part of a tool. */
export interface ToolRules {
  /** Builds and checks the recipe from flat answers; refuses unknown, missing or contradicting ones. */
  recipe: z.ZodType<Recipe>;
  /** A pure function of the recipe. @throws for a recipe that the rules refuse. */
  prompt: (recipe: Recipe) => string;
  /** What was made, as a heading without the member's own words: "Pencil sketch". Accepts older recipes. */
  made: (answers: Answers) => string;
}

/** `stored` covers older rows; reading a stored recipe by the same rules restores its type. */
export function rulesOf<Kept extends Recipe>(
  recipe: z.ZodType<Recipe>,
  stored: z.ZodType<Kept>,
  prompt: (recipe: Kept) => string,
  made: ToolRules["made"],
): ToolRules {
  return { recipe, prompt: (row) => prompt(stored.parse(row)), made };
}
