import { z } from "zod";
import { stylizeStyles } from "../art-style/art-styles.ts";
import { colour, oneOf, optionalText, subject, tens } from "../recipe-fields.server.ts";
import type { BackgroundRecipe } from "../recipe.ts";
import { rulesOf } from "../tool-rules.server.ts";
import { backdrops, gradients } from "./backdrops.ts";
import { backgroundPrompt } from "./background-prompt.server.ts";

const common = { tool: z.literal("background-engine"), edges: tens, subject, wishes: optionalText };
const replace = { ...common, mode: z.literal("replace") };
const studio = { ...replace, replacement: z.literal("studio-backdrop") };
const gradient = { ...replace, replacement: z.literal("gradient-backdrop") };

/** Only a custom backdrop has colours. */
const plainBackdrops = oneOf(backdrops.filter(({ id }) => id !== "custom"));
const plainGradients = oneOf(gradients.filter(({ id }) => id !== "custom"));

const recipe = z.discriminatedUnion("mode", [
  z.strictObject({ ...common, mode: z.enum(["remove", "blur"]) }),
  z.strictObject({ ...common, mode: z.literal("stylize"), style: oneOf(stylizeStyles) }),
  z.discriminatedUnion("replacement", [
    z.discriminatedUnion("backdrop", [
      z.strictObject({ ...studio, backdrop: plainBackdrops }),
      z.strictObject({ ...studio, backdrop: z.literal("custom"), colour }),
    ]),
    z.discriminatedUnion("gradient", [
      z.strictObject({ ...gradient, gradient: plainGradients }),
      z.strictObject({ ...gradient, gradient: z.literal("custom"), colour1: colour, colour2: colour }),
    ]),
  ]),
]) satisfies z.ZodType<BackgroundRecipe>;

export const backgroundEngineRules = rulesOf(recipe, recipe, backgroundPrompt);
