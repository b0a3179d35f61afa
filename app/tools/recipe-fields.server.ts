import { z } from "zod";
import { maxTextLength } from "./answers.ts";
import { readSubjectBox } from "./subject-box.ts";

/** One of these options' ids; "Coming Soon" is none of them. */
export const oneOf = <Id extends string>(options: readonly { readonly id: Id; readonly comingSoon?: boolean }[]) =>
  z.enum(options.filter(({ comingSoon }) => !comingSoon).map(({ id }) => id));

const tensMessage = "Must be a whole number from 0 to 100, in steps of 10";

/** 0 to 100 in steps of 10. Forms send digits, rows hold a number; an empty field is neither. */
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

/** `#RRGGBB`, kept in capitals. */
export const colour = z
  .string()
  .regex(/^#[0-9a-f]{6}$/i, "Must be a colour as #RRGGBB")
  .transform((value) => value.toUpperCase());

/** What a person writes: one line without characters nobody sees, at most 500 characters, not empty. */
export const freeText = z
  .string()
  .transform(visibleText)
  .pipe(z.string().min(1, "Must not be empty").max(maxTextLength, `Must have at most ${maxTextLength} characters`));

/** The same where it may be left empty. */
export const optionalText = z.preprocess(
  (value) => (typeof value === "string" && visibleText(value) === "" ? undefined : value),
  freeText.optional(),
);

/** A box round the subject, optional: `left,top,width,height` in percent of the photo. */
export const subject = z.preprocess(
  (value) => (value === "" ? undefined : value),
  z
    .string()
    .refine((value) => readSubjectBox(value) !== null, "Must be left,top,width,height within the photo, in percent")
    .optional(),
);

/**
 * Control characters, line and paragraph separators, marks that turn the reading direction, and Unicode's tag
 * characters, which can hide a text nobody sees from everyone but a model. Joiners stay: scripts and emoji need them.
 */
const unseen = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\ufeff\u{e0000}-\u{e007f}]/gu;

function visibleText(text: string): string {
  return text.toWellFormed().replace(unseen, " ").replace(/\s+/g, " ").trim();
}
