import type { Database } from "../../server/database/database.ts";
import type { Requesting } from "../../transformations/requesting/requesting.ts";
import { answered, type AnswerProblem, problemsIn, readAnswers, withPresets } from "../answers.ts";
import { dropDraft, saveDraft } from "../drafts/draft.server.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import { type StartAnswer, startTransformation } from "../runs/start-transformation.server.ts";
import { neighboursOf, questionsFor } from "./steps.ts";
import type { Answers, Step, Tool } from "../tool.ts";

interface SubmittedForm {
  memberId: string;
  tool: Tool;
  step: Step;
  draft: Draft;
  /** `asked` lists the questions that the page showed. */
  form: FormData;
}

export type StepSubmitted =
  /** `step` null is the upload; `dropped`: the draft was deleted. */
  | { next: "step"; step: string | null; dropped?: boolean }
  | { next: "problems"; answers: Answers; problems: AnswerProblem[] }
  | { next: "started"; answer: StartAnswer; answers: Answers };

/** Saves a step's form, checks it, and continues, goes back or starts. */
export async function submitStep(
  parts: Requesting & { database: Database },
  { memberId, tool, step, draft, form }: SubmittedForm,
): Promise<StepSubmitted> {
  const submitted = readAnswers(tool, form);
  const before = withPresets(tool, draft.answers);
  const answers = tool.steps.reduce<Answers>((sum, each) => answered(each, sum, submitted), before);
  await saveDraft(parts.database, memberId, tool, { draftId: draft.id, answers });
  const neighbours = neighboursOf(tool, answers, step.id);
  if (form.get("go") === "back") {
    const startsOver = tool.backResets && !draft.photos.length;
    if (neighbours.before || !startsOver) return { next: "step", step: neighbours.before?.id ?? null };
    await dropDraft(parts.database, memberId, draft.id);
    return { next: "step", step: null, dropped: true };
  }
  // Without scripts a question that depends on these answers appears on the same step next.
  const askedQuestions = String(form.get("asked") ?? questionsFor(step, before).map(({ name }) => name)).split(",");
  const problems = problemsIn(step, answers).filter(({ field }) => askedQuestions.includes(field));
  if (problems.length) return { next: "problems", answers, problems };
  if (questionsFor(step, answers).some(({ name }) => !askedQuestions.includes(name)))
    return { next: "step", step: step.id };
  if (neighbours.after) return { next: "step", step: neighbours.after.id };
  const key = String(form.get("key"));
  const photos = Number(form.get("photos"));
  return {
    next: "started",
    answers,
    answer: await startTransformation(parts, { memberId, tool, draft, answers, key, photos }),
  };
}
