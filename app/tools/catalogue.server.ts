import type { z } from "zod";
import type { Recipe } from "../transformations/image-generator.ts";
import type { ToolId } from "./catalogue.ts";
import { surpriseMeRules } from "./surprise-me/surprise-me.server.ts";

/** What the server knows of a tool beside its pages. */
export interface ToolRules {
  /** The whole recipe, checked again before a gem is held. */
  recipe: z.ZodType<Recipe>;
  /** What a generative model is told. A pure function of the recipe. */
  prompt: (recipe: Recipe) => string;
}

/** A tool without rules and a prompt does not compile. */
export const toolRules: Record<ToolId, ToolRules> = { "surprise-me": surpriseMeRules };

/** @throws for a recipe of no known tool, which no route lets in. */
export function promptFor(recipe: Recipe): string {
  const rules = Object.entries(toolRules).find(([id]) => id === recipe.tool)?.[1];
  if (!rules) throw new Error(`no tool ${recipe.tool}`);
  return rules.prompt(recipe);
}
