import { optionsFor, questionsFor, stepsFor } from "./wizard/steps.ts";
import { readSubjectBox } from "./subject-box.ts";
import type { Answers, Question, Step, Tool } from "./tool.ts";

/** Free text is at most this long, in UTF-16 units as browsers count it. */
export const maxTextLength = 500;

/** Longer texts than anybody may send are still kept on the page and in the draft, to be shortened, up to this. */
export const storableLength = 4_000;

export interface AnswerProblem {
  /** The question's name, which is the id of its first control. */
  field: string;
  message: string;
  /** What the summary is headed with, where nothing is wrong with the answers. */
  title?: string;
}

/** The answers with what is chosen already where nothing was answered. */
export function withPresets(tool: Tool, answers: Answers): Answers {
  const questions = tool.steps.flatMap((step) => step.questions);
  const presets = questions.flatMap((question) =>
    "preset" in question && question.preset !== undefined ? [[question.name, question.preset]] : [],
  );
  return { ...Object.fromEntries(presets), ...answers };
}

/**
 * The answers after a person gave some of a step's. Anything that is not one of its questions is ignored. An answer
 * that changes takes those with it that only made sense with the old one.
 */
export function answered(step: Step, answers: Answers, given: Answers): Answers {
  const next: Record<string, string> = { ...answers };
  for (const question of step.questions) {
    const value = given[question.name];
    if (value === undefined) continue;
    const changed = next[question.name] !== value;
    next[question.name] = value;
    if (changed && question.kind === "choice") for (const name of question.clears ?? []) delete next[name];
    if (value === "" && question.kind !== "text") delete next[question.name];
  }
  return next;
}

/** What is missing or wrong in a step's answers. The server decides by it; the browser only asks it earlier. */
export function problemsIn(step: Step, answers: Answers): AnswerProblem[] {
  return questionsFor(step, answers).flatMap((question) => {
    const message = problemWith(question, answers);
    return message ? [{ field: question.name, message }] : [];
  });
}

/** The first step that is not answered yet; null when all are. */
export const firstUnanswered = (tool: Tool, answers: Answers): Step | null =>
  stepsFor(tool, answers).find((step) => problemsIn(step, answers).length > 0) ?? null;

/** Only the answers that count: of steps and questions that apply, and not empty. */
export function answersInForce(tool: Tool, answers: Answers): Answers {
  const questions = stepsFor(tool, answers).flatMap((step) => questionsFor(step, answers));
  return Object.fromEntries(
    questions.flatMap(({ name }) => {
      const value = answers[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/** Without where the subject is: that is said of one photo. */
export function answersForSeveral(tool: Tool, answers: Answers): Answers {
  const boxes = tool.steps.flatMap(({ questions }) => questions.filter(({ kind }) => kind === "subject-box"));
  return Object.fromEntries(Object.entries(answers).filter(([name]) => boxes.every((box) => box.name !== name)));
}

function problemWith(question: Question, answers: Answers): string | null {
  const value = answers[question.name] ?? "";
  switch (question.kind) {
    case "choice": {
      const option = optionsFor(question, answers).find(({ id }) => id === value);
      return option && !option.comingSoon ? null : question.missing;
    }
    case "text":
      if (question.missing && value.trim() === "") return question.missing;
      return value.length > maxTextLength ? `Please use at most ${maxTextLength} characters.` : null;
    case "slider":
      return /^(0|[1-9]0|100)$/.test(value) ? null : "Please choose a number from 0 to 100, in steps of 10.";
    case "colour":
      return /^#[0-9a-f]{6}$/i.test(value) ? null : "Please enter a colour code such as #3B82F6.";
    case "subject-box":
      return value === "" || readSubjectBox(value) ? null : "Please give four numbers that lie within the photo.";
  }
}
