import { optionsFor, questionsFor, stepsFor } from "./wizard/steps.ts";
import { readSubjectBox } from "./subject-box.ts";
import type { Answers, Question, Step, Tool } from "./tool.ts";
import type { Recipe } from "../transformations/image-generator.ts";

/** UTF-16 units, as browsers count. */
export const maxTextLength = 500;

/** Longer texts are still saved in the draft, so that the member can shorten them. */
export const storableLength = 4_000;

export interface AnswerProblem {
  field: string;
  message: string;
  title?: string;
}

export function withPresets(tool: Tool, answers: Answers): Answers {
  const questions = tool.steps.flatMap((step) => step.questions);
  const presets = questions.flatMap((question) =>
    "preset" in question && question.preset !== undefined ? [[question.name, question.preset]] : [],
  );
  return { ...Object.fromEntries(presets), ...answers };
}

/** Answers in a submitted form, or in one that is shown. */
export function readAnswers(tool: Tool, form: FormData): Answers {
  const questions = tool.steps.flatMap((step) => step.questions);
  return Object.fromEntries(
    questions.flatMap(({ kind, name }) => {
      const value = form.get(name);
      if (typeof value === "string") return [[name, value]];
      if (kind !== "subject-box" || !form.has(`${name}-left`)) return [];
      const numbers = ["left", "top", "width", "height"].map((side) =>
        String(form.get(`${name}-${side}`) ?? "").trim(),
      );
      return [[name, numbers.every((number) => number === "") ? "" : numbers.join(",")]];
    }),
  );
}

/** Merges new answers of a step. Unknown questions are ignored; a changed answer clears those that depend on it. */
export function answered(step: Step, answers: Answers, submitted: Answers): Answers {
  const next: Record<string, string> = { ...answers };
  for (const question of step.questions) {
    const value = submitted[question.name];
    if (value === undefined) continue;
    const changed = next[question.name] !== value;
    next[question.name] = value;
    if (changed && question.kind === "choice") for (const name of question.clears ?? []) delete next[name];
    if (value === "" && question.kind !== "text") delete next[question.name];
  }
  return next;
}

/** The server decides; the browser shows the same problems earlier. */
export function problemsIn(step: Step, answers: Answers): AnswerProblem[] {
  return questionsFor(step, answers).flatMap((question) => {
    const message = problemWith(question, answers);
    return message ? [{ field: question.name, message }] : [];
  });
}

/** Null when every step is answered. */
export const firstUnanswered = (tool: Tool, answers: Answers): Step | null =>
  stepsFor(tool, answers).find((step) => problemsIn(step, answers).length > 0) ?? null;

/** Only non-empty answers of steps and questions that apply. */
export function answersInForce(tool: Tool, answers: Answers): Answers {
  const questions = stepsFor(tool, answers).flatMap((step) => questionsFor(step, answers));
  return Object.fromEntries(
    questions.flatMap(({ name }) => {
      const value = answers[name]?.trim();
      return value ? [[name, value]] : [];
    }),
  );
}

/** Without the subject box, which belongs to one photo. */
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
      return value === "" || readSubjectBox(value) ? null : "Please enter four numbers within the photo.";
  }
}

/** True when the choice is the step's last and nothing stays open: a subject box is optional, a text is not. */
export function leadsOn(step: Step, before: Answers, name: string, value: string): boolean {
  const answers = answered(step, before, { [name]: value });
  const asked = questionsFor(step, answers);
  const choices = asked.filter(({ kind }) => kind === "choice");
  return (
    choices.at(-1)?.name === name &&
    asked.every(({ kind }) => kind === "choice" || kind === "subject-box") &&
    problemsIn(step, answers).length === 0
  );
}

export const answersOf = (recipe: Recipe): Answers =>
  Object.fromEntries(
    Object.entries(recipe).flatMap(([name, value]) => (name === "tool" ? [] : [[name, String(value)]])),
  );

/** docs/product/specification.md, "Names in the history". */
export const historyName = (tool: Tool, photoName: string, recipe: Recipe): string =>
  `${photoName}${tool.nameSuffix?.(answersOf(recipe)) ?? ""}`;
