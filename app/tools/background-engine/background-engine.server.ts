import { z } from "zod";
import { stylizeStyles } from "../art-style/art-styles.ts";
import { colour, oneOf, optionalText, rulesOf, subject, tens } from "../tool-rules.server.ts";
import type { BackgroundRecipe } from "../recipe.ts";
import type { Answers } from "../tool.ts";
import { backdrops, gradients } from "./backdrops.ts";
import { styleDescriptions } from "../art-style/art-style.server.ts";
import {
  asWritten,
  edgesOf,
  likeness,
  memberTexts,
  paragraphs,
  photographic,
  whereabouts,
} from "../prompt-parts.server.ts";

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

export const backgroundEngineRules = rulesOf(recipe, recipe, backgroundPrompt, whatWasMade);

function whatWasMade({ mode, replacement, style }: Answers): string {
  if (mode === "remove") return "Background removed";
  if (mode === "blur") return "Blurred background";
  if (mode === "replace") return replacement === "studio-backdrop" ? "Studio backdrop" : "Gradient backdrop";
  const painted = stylizeStyles.find(({ id }) => id === style);
  return painted ? `${painted.name} background` : "New background";
}

function backgroundPrompt(recipe: BackgroundRecipe): string {
  return paragraphs(
    "Work on the background of this photograph only. The subject is whoever or whatever it was taken of, with everything they wear, hold or sit on.",
    whereabouts(recipe.subject),
    task(recipe),
    recipe.wishes ? `The background may also be changed ${asWritten("wishes")}.` : null,
    edgesOf(recipe.edges),
    "The subject itself stays as it is, in the same place and at the same size; keep the framing.",
    likeness,
    recipe.mode === "stylize" ? "No text, no watermark, no frame, no added people." : photographic,
    memberTexts({ wishes: recipe.wishes }),
  );
}

function task(recipe: BackgroundRecipe): string {
  switch (recipe.mode) {
    case "remove":
      return "Remove the background: put the subject in front of one perfectly flat, evenly lit field of the key colour, which is named after this text. The field reaches to every border the subject does not touch. No shadow, no gradient, no texture, no reflection on it, and none of its colour on the subject.";
    case "blur":
      return "Blur the background softly, as a fast portrait lens at full aperture does: more with the distance, lights as round discs. Keep what is shown there.";
    case "stylize":
      return `Redraw the background as ${styleDescriptions[recipe.style]}. The subject stays a photograph.`;
    case "replace":
      return `Replace the background by ${backdropOf(recipe)}. Light the subject to match, with a soft natural shadow.`;
  }
}

function backdropOf(recipe: Extract<BackgroundRecipe, { mode: "replace" }>): string {
  if (recipe.replacement === "studio-backdrop") {
    const backdrop = backdrops.find(({ id }) => id === recipe.backdrop);
    const colour = recipe.colour ?? backdrop?.colour;
    const name = recipe.backdrop === "custom" ? "" : `${backdrop?.name.toLowerCase()} `;
    return `a plain ${name}studio backdrop of the colour ${colour}, softly lit from the front, a little darker towards its corners`;
  }
  const gradient = gradients.find(({ id }) => id === recipe.gradient);
  const colours = gradient?.colours ?? [recipe.colour1, recipe.colour2];
  return `a smooth gradient from ${colours.join(" to ")}, running from the top left to the bottom right`;
}
