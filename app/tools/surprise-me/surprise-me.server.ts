import { z } from "zod";
import { asWritten, likeness, memberTexts, paragraphs, photographic } from "../prompt-parts.server.ts";
import { optionalText, rulesOf } from "../tool-rules.server.ts";
import type { SurpriseMeRecipe } from "../recipe.ts";

const recipe = z.strictObject({
  tool: z.literal("surprise-me"),
  wishes: optionalText,
}) satisfies z.ZodType<SurpriseMeRecipe>;

export const surpriseMeRules = rulesOf(recipe, recipe, surpriseMePrompt, () => "Enhanced photo");

function surpriseMePrompt({ wishes }: SurpriseMeRecipe): string {
  return paragraphs(
    "Enhance this photograph as a careful professional retoucher would.",
    "Balance the light, open the shadows, correct the colour, refine the detail and remove noise.",
    wishes
      ? `Then change the picture ${asWritten("wishes")}; keep everything else in it as it is.`
      : "Keep everything in the picture as it is: add nothing, remove nothing, do not crop.",
    likeness,
    photographic,
    memberTexts({ wishes }),
  );
}
