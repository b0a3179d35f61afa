import { type AnswerProblem, firstUnanswered, problemsIn, withPresets } from "../answers.ts";
import { stepsFor } from "../wizard/steps.ts";
import { type Answers, goneChoice, type Question, type Tool } from "../tool.ts";

/** A run as a preset begins it. */
export interface PresetRun {
  answers: Answers;
  /** The choices that cannot be made any more, each with what is said beside its question. */
  problems: AnswerProblem[];
  /** The same in a few words each, without asking. */
  gone: string[];
  /** Where to go on: the last step, or the first one at which something is to be chosen. */
  step: string | null;
}

/** Of a recipe's answers, those that are worth keeping for another photo: of this tool's questions, nothing drawn on a photo. */
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
 * What becomes of a preset's answers with the tool as it is now: whatever it does not offer any more is dropped, and
 * asked again. `drawn` are answers the run had before; of them only what was drawn on the photo stays.
 */
export function presetRun(tool: Tool, preset: Answers, drawn: Answers = {}): PresetRun {
  const answers: Record<string, string> = {};
  const problems: AnswerProblem[] = [];
  const gone: string[] = [];
  const asksAgain: string[] = [];
  for (const step of tool.steps) {
    for (const question of step.when?.(withPresets(tool, answers)) === false ? [] : step.questions) {
      const { name, label, kind } = question;
      const value = kind === "subject-box" ? drawn[name] : preset[name];
      if (value === undefined || question.when?.(withPresets(tool, answers)) === false) continue;
      const problem = problemsIn(step, { ...answers, [name]: value }).find(({ field }) => field === name);
      if (!problem) answers[name] = value;
      else if (kind !== "subject-box") {
        const what = `${label}: ${goneInWords(question, value, answers)}`;
        problems.push({ field: name, message: `${what}. ${problem.message}` });
        gone.push(`${what}, and is asked again.`);
        asksAgain.push(step.id);
      }
    }
  }
  const whole = withPresets(tool, answers);
  const steps = stepsFor(tool, whole);
  const open = firstUnanswered(tool, whole)?.id;
  const next = steps.find(({ id }) => id === open || asksAgain.includes(id)) ?? steps.at(-1);
  return { answers, problems, gone, step: next?.id ?? null };
}

/** An option that is gone has left only its id, which nobody knows; one that is only announced still has its name. */
function goneInWords(question: Question, value: string, answers: Answers): string {
  if (question.kind !== "choice") return `“${value.length > 60 ? `${value.slice(0, 60)}…` : value}” is not offered now`;
  const { options } = question;
  const known = (typeof options === "function" ? options(answers) : options).find(({ id }) => id === value);
  return known ? `“${known.name}” is not offered now` : goneChoice;
}
