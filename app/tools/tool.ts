import type { ComponentType } from "react";
import type { DownloadLabel } from "../photos/file-name.ts";
import type { Transformation } from "../transformations/read-transformation.server.ts";
import type { IconName } from "../ui/icon.tsx";

/** A tool as data for its pages. Rules and prompt are in `<tool>.server.ts`, required by catalogue.server.ts. */
export interface Tool {
  id: string;
  /** Path of its page. */
  path: `/${string}`;
  title: string;
  lede: string;
  /** The steps listed beside the upload. */
  howItWorks: readonly { icon: IconName; text: string }[];
  steps: readonly Step[];
  action: string;
  /** Back from the first step starts over. */
  backResets?: boolean;
  /** The first applicable step after a failure; the upload if none. */
  failureReturnsTo: readonly string[];
  /** Surprise Me's animation (docs/product/specification.md, "States"); otherwise the stored progress. */
  bar?: "climbing";
  working: string;
  /** docs/product/specification.md, "Messages". */
  failureTitle: string;
  /** "Transformation complete!" by default. */
  completeTitle?: string;
  /** docs/product/specification.md, "Tools". */
  downloadLabel: (answers: Answers) => DownloadLabel;
  /** Restarts from a result with its choices, or empty. */
  again: { label: string; keeps: "nothing" } | { label: string; keeps: "choices"; anew: string };
  /** First answers of an empty restart, if other than the presets. */
  resetAnswers?: Answers;
  nameSuffix?: (answers: Answers) => string;
  /** The recipe as the result's caption. */
  describe: (answers: Answers) => string;
  /** Each costs a gem. */
  extraAngles?: readonly Option[];
  /** Own parts of the pages, loaded when shown. */
  parts?: {
    /** Before the button that spends the gem. */
    beforeStart: ComponentType;
    /** Below the download of a result. */
    result: ComponentType<{ transformation: Transformation }>;
  };
  /** Overrides for use without a generative model; see `toolFor`. */
  withoutModel?: Partial<Tool>;
}

/** Adapts a tool to the image generator: without a generative model, questions without effect are removed. */
export const toolFor = (tool: Tool, generative: boolean): Tool =>
  generative
    ? tool
    : {
        ...tool,
        ...tool.withoutModel,
        steps: tool.steps
          .filter(({ withoutModel }) => withoutModel !== null)
          .map((step) => ({
            ...step,
            ...step.withoutModel,
            questions: step.questions.map((question) => ({ ...question, ...question.withoutModel }) as Question),
          })),
      };

export const removedChoice = "a choice that is no longer offered";

/** An option's name, or `removedChoice` for a removed one. */
export const optionName = (options: readonly Pick<Option, "id" | "name">[], id: string | undefined): string =>
  options.find((option) => option.id === id)?.name ?? (id ? removedChoice : "");

export type Answers = Readonly<Record<string, string>>;

export interface Step {
  id: string;
  name: string;
  title: string | ((answers: Answers) => string);
  hint?: string;
  /** A collapsed row: its summary, and the text behind it. */
  row?: readonly [string, string];
  /** Overrides for use without a generative model; null removes the step. */
  withoutModel?: Partial<Step> | null;
  /** False skips the step or question. */
  when?: (answers: Answers) => boolean;
  questions: readonly Question[];
}

export type Question = Choice | FreeText | Slider | Colour | SubjectBox;

interface QuestionBase {
  name: string;
  label: string;
  when?: (answers: Answers) => boolean;
  /** Overrides for use without a generative model. */
  withoutModel?: { hint?: string; options?: readonly Option[]; preset?: string };
}

/** Native radios in a fieldset. */
export interface Choice extends QuestionBase {
  kind: "choice";
  options: readonly Option[] | ((answers: Answers) => readonly Option[]);
  /** Without a preset the member must choose. */
  preset?: string;
  /** Message when nothing is chosen. */
  missing: string;
  look?: "tall" | "compact" | "swatches" | "three";
  /** Previews on the member's photo are named `<previews>-<option>` (app/darkroom/previews/options.ts). */
  previews?: string;
  clears?: readonly string[];
}

export interface Option {
  id: string;
  name: string;
  note?: string;
  /** An icon, a picture, or one or more colours. */
  media?: OptionMedia;
  /** The name of its own preview; `photo` is the unchanged photo. */
  preview?: string;
  /** "Coming Soon": visible but disabled. */
  comingSoon?: boolean;
}

export type OptionMedia =
  | { icon: IconName }
  | { picture: string; width: number; height: number }
  | { swatch: readonly string[] };

/** At most 500 characters. */
export interface FreeText extends QuestionBase {
  kind: "text";
  hint?: string;
  /** Message when empty; optional without one. */
  missing?: string;
}

/** 0 to 100 in steps of 10. */
export interface Slider extends QuestionBase {
  kind: "slider";
  preset: string;
  /** The value from which each word applies. */
  words: readonly (readonly [from: number, word: string])[];
  hint?: string;
}

/** `#RRGGBB`. */
export interface Colour extends QuestionBase {
  kind: "colour";
  preset: string;
}

/** Optional `left,top,width,height` in percent of the photo. */
export interface SubjectBox extends QuestionBase {
  kind: "subject-box";
}
