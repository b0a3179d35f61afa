import { type AnswerProblem, firstUnanswered, problemsIn, withPresets } from "../answers.ts";
import { stepsFor } from "../wizard/steps.ts";
import { type Answers, removedChoice, type Question, type Tool } from "../tool.ts";

/** A draft's start from a preset. */
export interface PresetRun {
  answers: Answers;
  /** Choices no longer offered, with a message per question. */
  problems: AnswerProblem[];
  /** The same choices in short. */
  removedChoices: string[];
  /** The last step, or the first one that needs an answer. */
  step: string | null;
}

/** Drops answers drawn on the photo. */
export const presetAnswers = (tool: Tool, answers: Answers): Answers =>
  Object.fromEntries(
    tool.steps
      .flatMap(({ questions }) => questions)
      .flatMap(({ kind, name }) => {
        const value = answers[name];
        return kind === "subject-box" || value === undefined ? [] : [[name, value]];
      }),
  );

/**
 * Applies a preset to the tool as it is now; the member must choose again for options no longer offered. From `drawn`,
 * earlier answers, only those drawn on the photo stay.
 */
export function presetRun(tool: Tool, preset: Answers, drawn: Answers = {}): PresetRun {
  const answers: Record<string, string> = {};
  const problems: AnswerProblem[] = [];
  const removedChoices: string[] = [];
  const dropped: string[] = [];
  for (const step of tool.steps) {
    for (const question of step.when?.(withPresets(tool, answers)) === false ? [] : step.questions) {
      const { name, label, kind } = question;
      const value = kind === "subject-box" ? drawn[name] : preset[name];
      if (value === undefined || question.when?.(withPresets(tool, answers)) === false) continue;
      const problem = problemsIn(step, { ...answers, [name]: value }).find(({ field }) => field === name);
      if (!problem) answers[name] = value;
      else if (kind !== "subject-box") {
        const what = `${label}: ${describeRemoved(question, value, answers)}`;
        problems.push({ field: name, message: `${what}. ${problem.message}` });
        removedChoices.push(`${what}. Please choose again.`);
        dropped.push(step.id);
      }
    }
  }
  const whole = withPresets(tool, answers);
  const steps = stepsFor(tool, whole);
  const open = firstUnanswered(tool, whole)?.id;
  const next = steps.find(({ id }) => id === open || dropped.includes(id)) ?? steps.at(-1);
  return { answers, problems, removedChoices, step: next?.id ?? null };
}

/** A removed option has only its id; an announced one has a name. */
function describeRemoved(question: Question, value: string, answers: Answers): string {
  if (question.kind !== "choice") return `“${value.length > 60 ? `${value.slice(0, 60)}…` : value}” is not offered now`;
  const { options } = question;
  const known = (typeof options === "function" ? options(answers) : options).find(({ id }) => id === value);
  return known ? `“${known.name}” is not offered now` : removedChoice;
}
