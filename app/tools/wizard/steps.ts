import type { Answers, Choice, Option, Question, Step, Tool } from "../tool.ts";

/** The steps that apply to these answers, in order. */
export const stepsFor = (tool: Tool, answers: Answers): readonly Step[] =>
  tool.steps.filter((step) => step.when?.(answers) ?? true);

/** The questions of a step that apply to these answers, in order. */
export const questionsFor = (step: Step, answers: Answers): readonly Question[] =>
  step.questions.filter((question) => question.when?.(answers) ?? true);

export const optionsFor = ({ options }: Choice, answers: Answers): readonly Option[] =>
  typeof options === "function" ? options(answers) : options;

export const titleOf = ({ title }: Step, answers: Answers): string =>
  typeof title === "function" ? title(answers) : title;

/** True for a tool that asks anything; such a tool says which step of how many one is at. */
export const isGuided = (tool: Tool): boolean => tool.steps.some(({ questions }) => questions.length > 0);

/** True for a tool that cuts the subject out, which is one that lets a box be drawn round it. */
export const needsSubject = (tool: Tool): boolean =>
  tool.steps.some(({ questions }) => questions.some(({ kind }) => kind === "subject-box"));

/** How many steps a tool has, counted as the specification does: the upload, its own, the processing, the result. */
export const stepCount = ({ steps }: Tool): number => steps.length + 3;

/** A step's place among them, the upload being the first. */
export function placeOf(tool: Tool, stepId: string): { number: number; of: number } {
  return { number: tool.steps.findIndex(({ id }) => id === stepId) + 2, of: stepCount(tool) };
}

/** The step before and the step after, of those that apply; null at the ends. */
export function neighboursOf(
  tool: Tool,
  answers: Answers,
  stepId: string,
): { before: Step | null; after: Step | null } {
  const steps = stepsFor(tool, answers);
  const at = steps.findIndex(({ id }) => id === stepId);
  return { before: steps[at - 1] ?? null, after: steps[at + 1] ?? null };
}

/** The URL of a step of a run; without a step, of its upload. */
export const stepUrl = (tool: Tool, draftId: string, stepId?: string | null): string =>
  `${tool.path}?draft=${draftId}${stepId ? `&step=${stepId}` : ""}`;
