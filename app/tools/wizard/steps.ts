import type { Answers, Choice, Option, Question, Step, Tool } from "../tool.ts";

export const stepsFor = (tool: Tool, answers: Answers): readonly Step[] =>
  tool.steps.filter((step) => step.when?.(answers) ?? true);

export const questionsFor = (step: Step, answers: Answers): readonly Question[] =>
  step.questions.filter((question) => question.when?.(answers) ?? true);

export const optionsFor = ({ options }: Choice, answers: Answers): readonly Option[] =>
  typeof options === "function" ? options(answers) : options;

export const titleOf = ({ title }: Step, answers: Answers): string =>
  typeof title === "function" ? title(answers) : title;

/** True for a tool with questions, which shows "step n of m". */
export const isGuided = (tool: Tool): boolean => tool.steps.some(({ questions }) => questions.length > 0);

/** A tool that cuts out subjects has a subject box. */
export const needsSubject = (tool: Tool): boolean =>
  tool.steps.some(({ questions }) => questions.some(({ kind }) => kind === "subject-box"));

/** As the specification counts: upload, own steps, processing, result. */
export const stepCount = ({ steps }: Tool): number => steps.length + 3;

/** The upload is number 1. */
export function placeOf(tool: Tool, stepId: string): { number: number; of: number } {
  return { number: tool.steps.findIndex(({ id }) => id === stepId) + 2, of: stepCount(tool) };
}

export function neighboursOf(
  tool: Tool,
  answers: Answers,
  stepId: string,
): { before: Step | null; after: Step | null } {
  const steps = stepsFor(tool, answers);
  const at = steps.findIndex(({ id }) => id === stepId);
  return { before: steps[at - 1] ?? null, after: steps[at + 1] ?? null };
}

export const stepUrl = (tool: Tool, draftId: string, stepId?: string | null): string =>
  `${tool.path}?draft=${draftId}${stepId ? `&step=${stepId}` : ""}`;
