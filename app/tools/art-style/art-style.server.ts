import { z } from "zod";
import { likeness, memberTexts, paragraphs, strengthOf } from "../prompt-parts.server.ts";
import { oneOf, optionalText, rulesOf, tens } from "../tool-rules.server.ts";
import type { ArtStyleRecipe } from "../recipe.ts";
import { type ArtStyle, artStyles, type StylizeStyle } from "./art-styles.ts";

const recipe = z.strictObject({
  tool: z.literal("art-style"),
  style: oneOf(artStyles),
  intensity: tens,
  wishes: optionalText,
}) satisfies z.ZodType<ArtStyleRecipe>;

export const artStyleRules = rulesOf(recipe, recipe, artStylePrompt, ({ style }) =>
  style === "sketch" ? "Pencil sketch" : (artStyles.find(({ id }) => id === style)?.name ?? "Artwork"),
);

const strengths = {
  subtle: "The style is subtle: the photograph stays plainly visible under a light touch of it.",
  moderate: "The style is moderate: lines and surfaces are clearly drawn, shapes and light stay the photograph's.",
  strong: "The style is strong: the whole picture is drawn anew in it, nothing photographic is left.",
} as const;

function artStylePrompt({ style, intensity, wishes }: ArtStyleRecipe): string {
  return paragraphs(
    `Redraw this photograph as ${styleDescriptions[style]}.`,
    `${strengths[strengthOf(intensity)]} (${intensity} of 100)`,
    "Keep the composition, the framing and everything that is shown; add nothing, write nothing.",
    `${likeness} The style changes how they are drawn, not who they are.`,
    memberTexts({ wishes }),
  );
}

export const styleDescriptions: Record<ArtStyle | StylizeStyle, string> = {
  anime: "Japanese anime: clean ink lines, flat cel shading in two or three tones, clear saturated colour",
  cartoon: "a bold cartoon: thick even outlines, simple playful shapes, bright flat colours",
  ghibli:
    "a hand-painted Japanese animation film: gouache backgrounds, soft warm light, gentle airy colours, fine natural detail",
  comic: "a printed comic book: confident ink outlines, hatching, halftone dots, limited strong colours",
  watercolor: "a watercolour: transparent washes that run into each other, soft edges, white paper showing through",
  "oil-painting": "an oil painting: thick visible brushwork, rich layered colour, canvas texture",
  sketch: "a pencil drawing in black and white: graphite lines, hatched shading, white paper",
};
