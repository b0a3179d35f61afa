import type { DownloadLabel } from "../photos/file-name.ts";
import type { IconName } from "../ui/icon.tsx";

/**
 * A tool, as data: everything its pages show and ask. What only the server may know (the recipe's rules, the prompt)
 * stands beside it in `<tool>.server.ts`; `catalogue.server.ts` does not compile while one is missing.
 */
export interface Tool {
  id: string;
  /** The page's path. */
  path: `/${string}`;
  title: string;
  lede: string;
  /** "What happens", step by step, shown beside the upload. */
  whatHappens: readonly { icon: IconName; text: string }[];
  /** What is asked between the upload and the processing, in order; the last one spends the gem. */
  steps: readonly Step[];
  /** What the button that spends the gem says. */
  action: string;
  /** Going back from the first step starts anew instead of keeping photo and choices. */
  backResets?: boolean;
  /** The step a failed run returns to, of those that apply, the first; the upload when it is none of these. */
  failureReturnsTo: readonly string[];
  /**
   * The processing bar: the job's stored progress, or Surprise Me's own climb beside it (docs/product/specification.md,
   * "States").
   */
  bar?: "climbing";
  /** The processing page's heading. */
  working: string;
  /** The toast's title when it fails (docs/product/specification.md, "Messages"). */
  failureTitle: string;
  /** The toast's title when the result has come; "Transformation complete!" unless the tool has its own. */
  completeTitle?: string;
  /** The label in a download's file name (docs/product/specification.md, "Tools"). */
  downloadLabel: (answers: Answers) => DownloadLabel;
  /** What starts over from a result: with the same photo and choices, or with nothing. */
  again: { label: string; keeps: "choices" | "nothing" };
  /** What is chosen already when one starts over with nothing, where that differs from the presets. */
  resetAnswers?: Answers;
  /** What is added to the photo's name in the history (docs/product/specification.md, "Names in the history"). */
  nameSuffix?: (answers: Answers) => string;
  /** The recipe in words, as the result's caption says what was done. */
  inWords: (answers: Answers) => string;
  /** Angles the result can be made from again, each for a gem. */
  extraAngles?: readonly Option[];
}

/** How an option is called whose name went with it. */
export const goneChoice = "a choice that is no longer offered";

/** An option's name as people read it; where it is not among them any more, that. */
export const optionName = (options: readonly Pick<Option, "id" | "name">[], id: string | undefined): string =>
  options.find((option) => option.id === id)?.name ?? (id ? goneChoice : "");

/** What a person has answered so far, by question. Everything is text, as forms send it. */
export type Answers = Readonly<Record<string, string>>;

export interface Step {
  /** Names the step in the URL. */
  id: string;
  /** As "Step 2 of 8" names it. */
  name: string;
  title: string | ((answers: Answers) => string);
  hint?: string;
  /** What an engine without a generative model makes of it, said before a gem is spent. */
  withoutModel?: string;
  /** Whether it is asked at all. */
  when?: (answers: Answers) => boolean;
  questions: readonly Question[];
}

export type Question = Choice | FreeText | Slider | Colour | SubjectBox;

interface Asked {
  /** The answer's key, in forms and in the recipe. */
  name: string;
  label: string;
  when?: (answers: Answers) => boolean;
}

/** One of a set: native radios in a fieldset. */
export interface Choice extends Asked {
  kind: "choice";
  options: readonly Option[] | ((answers: Answers) => readonly Option[]);
  /** Chosen before the person chooses; none means they have to. */
  preset?: string;
  /** What the message says when nothing was chosen. */
  missing: string;
  look?: "tall" | "compact" | "swatches";
  /** Answers that do not survive another choice here. */
  clears?: readonly string[];
}

export interface Option {
  id: string;
  name: string;
  note?: string;
  /** Shown on its card: an icon, a picture of ours, or one colour or several, the first at the top left. */
  media?: OptionMedia;
  /** "Coming Soon": shown, but nobody can choose it. */
  comingSoon?: boolean;
}

export type OptionMedia =
  | { icon: IconName }
  | { picture: string; width: number; height: number }
  | { swatch: readonly string[] };

/** Free text, at most 500 characters. */
export interface FreeText extends Asked {
  kind: "text";
  hint?: string;
  /** The message when it is left empty; without one it may be. */
  missing?: string;
}

/** A whole number from 0 to 100 in steps of 10. */
export interface Slider extends Asked {
  kind: "slider";
  preset: string;
  ends: readonly [string, string, string];
}

/** A colour as `#RRGGBB`. */
export interface Colour extends Asked {
  kind: "colour";
  preset: string;
}

/** Where the subject is, optional: four numbers, in percent of the photo, as `left,top,width,height`. */
export interface SubjectBox extends Asked {
  kind: "subject-box";
}
