import { answered, problemsIn } from "../answers.ts";
import type { Answers, Step } from "../tool.ts";
import { questionsFor } from "../wizard/steps.ts";

/** True when the choice is the last one asked and leaves nothing open: a subject box is closed, a text is not. */
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
