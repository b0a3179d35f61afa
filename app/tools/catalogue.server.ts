import type { Recipe } from "../transformations/image-generator.ts";
import { artStyleRules } from "./art-style/art-style.server.ts";
import { backgroundEngineRules } from "./background-engine/background-engine.server.ts";
import { idPhotoRules } from "./id-photo/id-photo.server.ts";
import { answersOf } from "./answers.ts";
import { isToolId, type ToolId } from "./tool-list.ts";
import { portraitStudioRules } from "./portrait-studio/portrait-studio.server.ts";
import { surpriseMeRules } from "./surprise-me/surprise-me.server.ts";
import type { ToolRules } from "./tool-rules.server.ts";

/** A tool without rules or prompt does not compile. */
export const toolRules: Record<ToolId, ToolRules> = {
  "portrait-studio": portraitStudioRules,
  "art-style": artStyleRules,
  "background-engine": backgroundEngineRules,
  "surprise-me": surpriseMeRules,
  "id-photo": idPhotoRules,
};

/** The heading of a result, also for a removed tool. */
export function whatWasMade(recipe: Recipe): string {
  return isToolId(recipe.tool) ? toolRules[recipe.tool].made(answersOf(recipe)) : "Finished picture";
}

/** @throws for an unknown tool. */
export function promptFor(recipe: Recipe): string {
  if (!isToolId(recipe.tool)) throw new Error(`no tool ${recipe.tool}`);
  return toolRules[recipe.tool].prompt(recipe);
}
