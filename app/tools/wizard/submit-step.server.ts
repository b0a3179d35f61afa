import type { Services } from "../../services.ts";
import { answered, type AnswerProblem, problemsIn, withPresets } from "../answers.ts";
import { dropDraft, saveDraft } from "../drafts/draft.server.ts";
import type { Draft } from "../drafts/read-draft.server.ts";
import { type StartAnswer, startTransformation } from "../runs/start-transformation.server.ts";
import { neighboursOf, questionsFor } from "./steps.ts";
import type { Answers, Step, Tool } from "../tool.ts";

interface GivenAnswers {
  memberId: string;
  tool: Tool;
  step: Step;
  draft: Draft;
  /** The form as it was sent: answers, of other steps too, and `asked`, the questions the page had shown. */
  form: FormData;
}

export type StepSubmitted =
  /** To another step; null is the upload. `dropped` says that the run was forgotten. */
  | { next: "step"; step: string | null; dropped?: boolean }
  | { next: "problems"; answers: Answers; problems: AnswerProblem[] }
  | { next: "started"; answer: StartAnswer; answers: Answers };

/** Keeps what a step's form says, checks it, and goes on, back, or to work. */
export async function submitStep(
  services: Pick<Services, "database" | "queue" | "engine" | "generationLimits">,
  { memberId, tool, step, draft, form }: GivenAnswers,
): Promise<StepSubmitted> {
  const given = readAnswers(tool, form);
  const before = withPresets(tool, draft.answers);
  const answers = tool.steps.reduce<Answers>((sum, each) => answered(each, sum, given), before);
  await saveDraft(services.database, memberId, tool, { draftId: draft.id, answers });
  const neighbours = neighboursOf(tool, answers, step.id);
  if (form.get("go") === "back") {
    const begunAnew = tool.backResets && !draft.photos.length;
    if (neighbours.before || !begunAnew) return { next: "step", step: neighbours.before?.id ?? null };
    await dropDraft(services.database, memberId, draft.id);
    return { next: "step", step: null, dropped: true };
  }
  // Without scripts, a question that only these answers brought up has not been seen yet: it is, on the same step.
  const asked = String(form.get("asked") ?? questionsFor(step, before).map(({ name }) => name)).split(",");
  const problems = problemsIn(step, answers).filter(({ field }) => asked.includes(field));
  if (problems.length) return { next: "problems", answers, problems };
  if (questionsFor(step, answers).some(({ name }) => !asked.includes(name))) return { next: "step", step: step.id };
  if (neighbours.after) return { next: "step", step: neighbours.after.id };
  const key = String(form.get("key"));
  const photos = Number(form.get("photos"));
  return {
    next: "started",
    answers,
    answer: await startTransformation(services, { memberId, tool, draft, answers, key, photos }),
  };
}

/** The form's answers to this tool's questions; a box comes as four numbers. */
function readAnswers(tool: Tool, form: FormData): Answers {
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
