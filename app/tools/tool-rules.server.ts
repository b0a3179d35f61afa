import { z } from "zod";
import type { Recipe } from "../transformations/image-generator.ts";
import type { Answers } from "./tool.ts";
import { maxTextLength } from "./answers.ts";
import { readSubjectBox } from "./subject-box.ts";

/** Server-only part of a tool. */
export interface ToolRules {
  /** Builds and checks the recipe from flat answers; refuses unknown, missing or contradicting ones. */
  recipe: z.ZodType<Recipe>;
  /** A pure function of the recipe. @throws for a recipe that the rules refuse. */
  prompt: (recipe: Recipe) => string;
  /** A heading for the result without the member's own words: "Pencil sketch". Accepts older recipes. */
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

/** Ids that can be chosen; "Coming Soon" cannot. */
export const oneOf = <Id extends string>(options: readonly { readonly id: Id; readonly comingSoon?: boolean }[]) =>
  z.enum(options.filter(({ comingSoon }) => !comingSoon).map(({ id }) => id));

const tensMessage = "Must be a whole number from 0 to 100, in steps of 10";

/** 0 to 100 in steps of 10. Forms send digits, rows hold a number. */
export const tens = z
  .union(
    [
      z.number(),
      z
        .string()
        .regex(/^\d{1,3}$/)
        .transform(Number),
    ],
    { error: tensMessage },
  )
  .refine((value) => value >= 0 && value <= 100 && value % 10 === 0, tensMessage);

/** `#RRGGBB` in capitals. */
export const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "Must be a colour as #RRGGBB")
  .transform((value) => value.toUpperCase());

/** One line of 1 to 500 visible characters. */
export const freeText = z
  .string()
  .transform(visibleText)
  .pipe(z.string().min(1, "Must not be empty").max(maxTextLength, `Must have at most ${maxTextLength} characters`));

export const optionalText = z.preprocess(
  (value) => (typeof value === "string" && visibleText(value) === "" ? undefined : value),
  freeText.optional(),
);

/** Optional `left,top,width,height` in percent of the photo. */
export const subject = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z
    .string()
    .refine((value) => readSubjectBox(value) !== null, "Must be left,top,width,height within the photo, in percent")
    .optional(),
);

/**
 * Control characters, line separators, bidi marks and Unicode tags, which hide text from people but not from a model.
 * Joiners stay: scripts and emoji need them.
 */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

function visibleText(text: string): string {
  return text.toWellFormed().replace(unseen, " ").replace(/\s+/g, " ").trim();
}
