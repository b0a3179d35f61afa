import { z } from "zod";
import type { ToolRules } from "../catalogue.server.ts";

export const surpriseMeRules = {
  recipe: z.strictObject({ tool: z.literal("surprise-me") }),
  prompt: () =>
    [
      "Enhance this photograph as a careful professional retoucher would.",
      "Balance the light, open the shadows, correct the colour, refine the detail and remove noise.",
      "Keep everything in the picture as it is: add nothing, remove nothing, do not crop.",
      "If a person is shown, keep their identity, skin tone, facial features, hair and head covering exactly.",
    ].join(" "),
} satisfies ToolRules;
